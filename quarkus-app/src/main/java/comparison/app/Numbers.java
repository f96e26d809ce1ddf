package comparison.app;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers 400 to a parameter that is not a number; by default, Jakarta REST answers 404. */
@Provider
public class Numbers implements ParamConverterProvider {

    @Override
    @SuppressWarnings("unchecked") // a converter of the type that is asked for
    public <T> @Nullable ParamConverter<T> getConverter(Class<T> type, Type generic, Annotation[] annotations) {
        if (type == long.class || type == Long.class) {
            return (ParamConverter<T>) new Converter<>(Long::valueOf);
        }
        if (type == int.class || type == Integer.class) {
            return (ParamConverter<T>) new Converter<>(Integer::valueOf);
        }
        return null;
    }

    private record Converter<N extends Number>(Function<String, N> parse) implements ParamConverter<N> {

        @Override
        public N fromString(String text) {
            try {
                return parse.apply(text);
            } catch (NumberFormatException e) {
                throw new BadRequestException("A parameter is not a whole number", e);
            }
        }

        @Override
        public String toString(N number) {
            return number.toString();
        }
    }
}
