package sprout.mvc;

import io.avaje.json.JsonDataException;
import io.avaje.json.JsonReader;
import io.avaje.json.PropertyNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value that {@link JsonSyntax} has checked, for the generated adapters. It replaces the library's reader, which
 * lets numbers wrap around, recognizes a name by its hash alone, and refuses strings of more than 32 KB. It knows the
 * path of what it reads, so that an error can name the field. Not thread-safe.
 */
final class CheckedJson implements JsonReader {
    private static final int MAX_IN_MESSAGE = 50;
    /** So many digits fit into a long. */
    private static final int SURE_DIGITS = 18;

    private static final int MAX_WHOLE_DIGITS = 1000;
    /** A number in quotes. {@link JsonSyntax} does not limit it, and a large exponent would make it expensive. */
    private static final Pattern QUOTED = Pattern.compile("-?\\d{1,40}(\\.\\d{1,40})?");

    private static final String REAL = "must be a number from %s to %s".formatted(-Double.MAX_VALUE, Double.MAX_VALUE);

    private final byte[] json;
    private int at;
    /** For each open object, the name of its current member; for an open array, null. */
    private @Nullable String[] names = new @Nullable String[4];
    /** For each open array, the index of its current element. */
    private int[] indexes = new int[4];

    private int depth;
    private String demand = "must be of another type";
    /** Where the string or number is that was read last, in case the caller rejects it; -1 if nothing was read. */
    private int lastBegin = -1;

    /**
     * Creates a reader.
     *
     * @param json one value, which {@link JsonSyntax#require} accepts
     */
    CheckedJson(byte[] json) {
        this.json = json;
    }

    /** The path of the field that was read last, for example {@code lines[2].price}; empty at the top level. */
    String path() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            String name = names[i];
            if (name == null) {
                path.append('[').append(Math.max(0, indexes[i])).append(']');
            } else if (!name.isEmpty()) {
                path.append(path.isEmpty() ? "" : ".").append(JsonSyntax.shortened(name));
            }
        }
        return path.toString();
    }

    /** What is wrong with the field that was read last, if it was rejected. */
    String complaint() {
        if (lastBegin < 0) {
            return demand;
        }
        at = lastBegin;
        String last = json[at] == '"' ? text() : number();
        return "cannot be '%s'".formatted(FieldError.cut(last, MAX_IN_MESSAGE));
    }

    private JsonDataException rejected(String what) {
        demand = what;
        lastBegin = -1;
        return new JsonDataException(what);
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(this);
    }

    @Override
    public void beginArray() {
        begin('[', "must be an array", null);
    }

    @Override
    public boolean hasNextElement() {
        boolean more = another(']');
        if (more) {
            indexes[depth - 1]++;
            lastBegin = -1;
        }
        return more;
    }

    @Override
    public void endArray() {
        end(']');
    }

    /** Does not use the known names: the caller compares each name as a whole. */
    @Override
    public void beginObject(PropertyNames known) {
        beginObject();
    }

    @Override
    public void beginObject() {
        begin('{', "must be an object", "");
    }

    @Override
    public boolean hasNextField() {
        return another('}');
    }

    @Override
    public String nextField() {
        next();
        String name = text();
        next();
        at++; // the colon
        names[depth - 1] = name;
        demand = "is not known here"; // as the caller may say, such as for a map whose keys are an enum
        lastBegin = -1;
        return name;
    }

    @Override
    public void endObject() {
        end('}');
        demand = "has values that do not belong together";
        lastBegin = -1;
    }

    private void begin(char bracket, String what, @Nullable String name) {
        if (next() != bracket) {
            throw rejected(what);
        }
        at++;
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            indexes = Arrays.copyOf(indexes, 2 * depth);
        }
        names[depth] = name;
        indexes[depth] = -1;
        depth++;
    }

    private boolean another(char end) {
        byte next = next();
        if (next == ',') {
            at++;
        }
        return next != end;
    }

    private void end(char bracket) {
        if (next() != bracket) {
            throw rejected("must end with " + bracket);
        }
        at++;
        depth--;
    }

    @Override
    public boolean isNullValue() {
        if (next() != 'n') {
            return false;
        }
        at += "null".length();
        return true;
    }

    @Override
    public boolean readBoolean() {
        byte next = next();
        if (next != 't' && next != 'f') {
            throw rejected("must be true or false");
        }
        at += next == 't' ? "true".length() : "false".length();
        return next == 't';
    }

    @Override
    public int readInt() {
        return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long readLong() {
        return whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Reads a whole number, which may be written with an exponent. */
    private long whole(long least, long greatest) {
        int begin = next() == '-' ? at + 1 : at;
        int end = begin;
        long value = 0;
        while (end < json.length && end - begin < SURE_DIGITS && isDigit(json[end])) {
            value = 10 * value + json[end++] - '0';
        }
        if (end == begin || (end < json.length && isPartOfNumber(json[end]))) {
            return longWhole(least, greatest);
        }
        return inRange(begin > at ? -value : value, least, greatest, end);
    }

    private long longWhole(long least, long greatest) {
        int begin = at;
        try {
            long value = new BigDecimal(digits()).longValueExact();
            int end = at;
            at = begin;
            return inRange(value, least, greatest, end);
        } catch (ArithmeticException | NumberFormatException e) {
            throw rejected(range(least, greatest));
        }
    }

    private long inRange(long value, long least, long greatest, int end) {
        if (value < least || value > greatest) {
            throw rejected(range(least, greatest));
        }
        lastBegin = at;
        at = end;
        return value;
    }

    private static String range(long least, long greatest) {
        return "must be a whole number from %d to %d".formatted(least, greatest);
    }

    @Override
    public double readDouble() {
        int begin = beginOfValue();
        String digits = digits();
        double value = digits.isEmpty() ? Double.POSITIVE_INFINITY : Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            throw rejected(REAL);
        }
        lastBegin = begin;
        return value;
    }

    @Override
    public BigDecimal readDecimal() {
        int begin = beginOfValue();
        BigDecimal value = decimal("must be a number");
        lastBegin = begin;
        return value;
    }

    @Override
    public BigInteger readBigInteger() {
        int begin = beginOfValue();
        BigDecimal value = decimal("must be a whole number");
        // A few digits of an exponent would make a huge number.
        if (value.precision() - value.scale() > MAX_WHOLE_DIGITS) {
            throw rejected("must be a whole number of at most %d digits".formatted(MAX_WHOLE_DIGITS));
        }
        try {
            BigInteger whole = value.toBigIntegerExact();
            lastBegin = begin;
            return whole;
        } catch (ArithmeticException e) {
            throw rejected("must be a whole number");
        }
    }

    private BigDecimal decimal(String what) {
        try {
            return new BigDecimal(digits());
        } catch (NumberFormatException e) {
            throw rejected(what);
        }
    }

    /** Reads what may be a number, which may stand in quotes; empty if a string does not hold a number. */
    private String digits() {
        byte next = next();
        if (next == '"') {
            String text = text();
            return QUOTED.matcher(text).matches() ? text : "";
        }
        return number();
    }

    private String number() {
        int begin = at;
        while (at < json.length && isPartOfNumber(json[at])) {
            at++;
        }
        return new String(json, begin, at - begin, StandardCharsets.US_ASCII);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isPartOfNumber(byte b) {
        return isDigit(b) || b == '.' || b == 'e' || b == 'E' || b == '-' || b == '+';
    }

    @Override
    public String readString() {
        if (next() != '"') {
            throw rejected("must be a string");
        }
        int begin = at;
        String text = text();
        lastBegin = begin;
        return text;
    }

    /** Reads a string or a name, whose opening quote is next. */
    private String text() {
        int begin = at + 1;
        skipText();
        String text = new String(json, begin, at - 1 - begin, StandardCharsets.UTF_8);
        return JsonSyntax.unescaped(text);
    }

    private void skipText() {
        at++;
        while (json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    @Override
    public byte[] readBinary() {
        String what = "must be a string of base64";
        if (next() != '"') {
            throw rejected(what);
        }
        try {
            return Base64.getDecoder().decode(text());
        } catch (IllegalArgumentException e) {
            throw rejected(what);
        }
    }

    @Override
    public String readRaw() {
        int begin = beginOfValue();
        skipValue();
        return new String(json, begin, at - begin, StandardCharsets.UTF_8);
    }

    @Override
    public void skipValue() {
        int open = 0;
        do {
            switch (next()) {
                case '"' -> skipText();
                case '{', '[' -> {
                    open++;
                    at++;
                }
                case '}', ']' -> {
                    open--;
                    at++;
                }
                case ',', ':' -> at++;
                case 'f' -> at += "false".length();
                case 't', 'n' -> at += "true".length();
                default -> number();
            }
        } while (open > 0);
    }

    @Override
    public void unmappedField(String name) {
        // Its value is skipped.
    }

    @Override
    public String location() {
        return "byte " + at;
    }

    @Override
    public Token currentToken() {
        return switch (next()) {
            case '{' -> Token.BEGIN_OBJECT;
            case '[' -> Token.BEGIN_ARRAY;
            case '"' -> Token.STRING;
            case 't', 'f' -> Token.BOOLEAN;
            case 'n' -> Token.NULL;
            default -> Token.NUMBER;
        };
    }

    @Override
    public void close() {
        // It holds nothing that must be released.
    }

    private int beginOfValue() {
        next();
        return at;
    }

    /** Skips white space. The byte behind it is the result, and is read again by the next call. */
    private byte next() {
        while (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t') {
            at++;
        }
        return json[at];
    }
}
