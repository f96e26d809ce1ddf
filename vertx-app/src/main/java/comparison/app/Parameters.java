package comparison.app;

import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads numbers from requests. What is not a number, or out of range, fails with 400. */
final class Parameters {

    private Parameters() {}

    static int number(RoutingContext context, String name, int otherwise, int least, int most) {
        int number = number(context, name, otherwise, Integer::valueOf);
        if (number < least || number > most) {
            throw new HttpException(400, "The parameter " + name + " must be " + least + " to " + most);
        }
        return number;
    }

    static <N> N number(RoutingContext context, String name, N otherwise, Function<String, N> parser) {
        @Nullable String text = context.request().getParam(name);
        return text == null ? otherwise : parsed(name, text, parser);
    }

    static <N> N parsed(String name, String text, Function<String, N> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new HttpException(400, "The parameter " + name + " is not a whole number, or too large", e);
        }
    }
}
