package comparison.harness.plan;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * A value of a YAML file with its line, which error messages name.
 *
 * @param line from 1
 */
@JsonDeserialize(using = Located.Reader.class)
record Located<T>(T value, int line) {

    /** Reads the line and then the value, as the type that the field declares. */
    static final class Reader extends ValueDeserializer<Located<?>> {

        private final @Nullable JavaType type;

        /** For Jackson, which then calls {@link #createContextual} to learn the type. */
        Reader() {
            this(null);
        }

        private Reader(@Nullable JavaType type) {
            this.type = type;
        }

        @Override
        public ValueDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
            return new Reader(context.getContextualType().containedType(0));
        }

        @Override
        public Located<?> deserialize(JsonParser parser, DeserializationContext context) {
            int line = parser.currentTokenLocation().getLineNr();
            if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
                return context.reportInputMismatch(Located.class, "an alias");
            }
            return new Located<>(context.readValue(parser, type), line);
        }
    }
}
