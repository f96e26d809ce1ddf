package sprout.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fills a record from the keys below a prefix. Reflection, but only once, at start. */
final class RecordBinding {
    private final AppConfig config;

    RecordBinding(AppConfig config) {
        this.config = config;
    }

    <R extends Record> R bind(String prefix, Class<R> type) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            values[i] = value(prefix + "." + kebab(components[i].getName()), components[i]);
        }
        return construct(prefix, type, components, values);
    }

    private @Nullable Object value(String key, RecordComponent component) {
        Class<?> type = component.getType();
        if (type.isRecord()) {
            return bind(key, type.asSubclass(Record.class));
        }
        if (type == List.class) {
            return config.list(key);
        }
        if (type == Optional.class) {
            return config.find(key).map(text -> convert(key, text, argument(component)));
        }
        String text = config.find(key)
                .orElseThrow(() -> new ConfigException(key + " is not set, but must be " + describe(type)));
        return convert(key, text, type);
    }

    private static Class<?> argument(RecordComponent component) {
        return (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
    }

    private static Object convert(String key, String text, Class<?> type) {
        if (type == String.class) {
            return text;
        }
        if (type == int.class || type == Integer.class) {
            return (int) Values.number(key, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return Values.number(key, text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == boolean.class || type == Boolean.class) {
            return Values.bool(key, text);
        }
        if (type == Duration.class) {
            return Values.duration(key, text);
        }
        if (type.isEnum()) {
            return choice(key, text, type);
        }
        throw new ConfigException("%s cannot be bound: %s is not a type of a setting".formatted(key, type.getName()));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // isEnum() was asked; the compiler cannot connect it with E
    private static Object choice(String key, String text, Class<?> type) {
        return Values.choice(key, text, (Class) type);
    }

    private static String describe(Class<?> type) {
        return type.isEnum()
                ? "one of " + Arrays.toString(type.getEnumConstants())
                : "a " + type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static <R extends Record> R construct(
            String prefix, Class<R> type, RecordComponent[] components, @Nullable Object[] values) {
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new ConfigException("%s.* is refused: %s".formatted(prefix, reason(e)), e);
        } catch (ReflectiveOperationException e) {
            throw new ConfigException("%s.* cannot be bound to %s".formatted(prefix, type.getName()), e);
        }
    }

    private static @Nullable String reason(InvocationTargetException e) {
        Throwable cause = e.getCause();
        return cause == null ? null : cause.getMessage();
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
