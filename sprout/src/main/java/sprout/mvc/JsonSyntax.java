package sprout.mvc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.Utf8;

/**
 * Validates JSON (RFC 8259) in one pass before {@link CheckedJson} reads it, which trusts its input. It rejects
 * broken grammar, invalid UTF-8, escaped lone surrogates, nesting that could exhaust the stack, and numbers that are
 * too long. It also rejects duplicate names in an object, whose meaning is ambiguous (section 4). Errors name the
 * field, if they are in one; only invalid UTF-8 is not located.
 */
final class JsonSyntax {
    /** Limits nesting. Real messages nest less deeply, and a stack can hold far more. */
    private static final int MAX_DEPTH = 200;
    /**
     * Limits numbers, because the time to convert digits grows faster than their number. Exponents have a smaller
     * limit: a few digits of an exponent make a huge number.
     */
    private static final int MAX_NUMBER_LENGTH = 1000;

    private static final int MAX_EXPONENT_LENGTH = 4;
    private static final int MAX_NAME_IN_MESSAGE = 100;

    /** Bytes from which on a value may have so many names that comparing them takes a multiple of its memory. */
    private static final int LARGE = 1 << 16;
    /** More than one per processor would not be faster, and would only hold more memory at a time. */
    private static final Semaphore LARGE_ONES =
            new Semaphore(Runtime.getRuntime().availableProcessors());

    private final byte[] json;
    private int at;
    private int depth;
    private boolean ascii = true;
    /** Holds begin and end of each name in the open objects, without quotes, innermost last. */
    private int[] names = new int[32];

    private int nameCount;

    /** Collects the members of the outermost object; null unless they are wanted. */
    private @Nullable Map<String, String> members;

    private JsonSyntax(byte[] json) {
        this.json = json;
    }

    /**
     * Returns if the bytes are one JSON value.
     *
     * @throws InvalidRequestException naming the field
     * @throws HttpException with status 400 if the error is not in a field
     */
    static void require(byte[] json) {
        new JsonSyntax(json).require();
    }

    /** Returns the members of an object, in order and each as JSON; empty if it is another value. Throws as above. */
    static Map<String, String> members(byte[] json) {
        Map<String, String> members = new LinkedHashMap<>();
        JsonSyntax syntax = new JsonSyntax(json);
        syntax.members = members;
        syntax.require();
        return members;
    }

    private void require() {
        boolean large = json.length > LARGE;
        if (large) {
            LARGE_ONES.acquireUninterruptibly();
        }
        try {
            value();
            if (next() >= 0) {
                throw new Broken("has something after its end");
            }
        } catch (Broken broken) {
            throw broken.path.isEmpty()
                    ? new HttpException(400, "The JSON of the body " + broken.getMessage() + ".")
                    : InvalidRequestException.of(broken.path, String.valueOf(broken.getMessage()));
        } finally {
            if (large) {
                LARGE_ONES.release();
            }
        }
        if (!ascii) {
            Utf8.decode(json);
        }
    }

    private void value() {
        switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            case -1 -> throw new Broken("ends too early");
            default -> number();
        }
    }

    private void object() {
        enter();
        int firstName = nameCount;
        long seen = 0;
        Set<String> exact = null;
        at++;
        if (next() != '}') {
            do {
                long bit = name();
                if (exact == null && (seen & bit) != 0) {
                    exact = namesFrom(firstName);
                }
                seen |= bit;
                if (exact != null && !exact.add(nameAt(nameCount - 1))) {
                    throw new Broken("occurs twice").in(nameAt(nameCount - 1));
                }
            } while (member(nameCount - 1));
        }
        at++;
        nameCount = firstName;
        depth--;
    }

    /** Parses a colon, a value and the separator. Returns whether another member follows. */
    private boolean member(int name) {
        try {
            require(':');
            next();
            int begin = at;
            value();
            if (members != null && depth == 1) {
                members.put(nameAt(name), new String(json, begin, at - begin, StandardCharsets.UTF_8));
            }
            return another('}');
        } catch (Broken broken) {
            throw broken.in(nameAt(name));
        }
    }

    private void array() {
        enter();
        at++;
        if (next() != ']') {
            int index = 0;
            while (element(index)) {
                index++;
            }
        }
        at++;
        depth--;
    }

    private boolean element(int index) {
        try {
            value();
            return another(']');
        } catch (Broken broken) {
            throw broken.at(index);
        }
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw new Broken("is nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    /** Consumes a comma if one follows and returns whether it did. The closing bracket is left to the caller. */
    private boolean another(char end) {
        int c = next();
        if (c == ',') {
            at++;
            return true;
        }
        if (c != end) {
            throw new Broken(c < 0 ? "ends too early" : "must be followed by a comma or " + end);
        }
        return false;
    }

    private void require(char c) {
        int found = next();
        if (found != c) {
            throw new Broken(found < 0 ? "ends too early" : "needs a " + c);
        }
        at++;
    }

    /**
     * Parses a name and returns one of 64 bits by its hash. Two names with the same bit are compared exactly, which is
     * rare in a small object. A name with escapes has all bits, so it is always compared.
     */
    private long name() {
        if (next() != '"') {
            throw new Broken(next() < 0 ? "ends too early" : "needs a name in quotes");
        }
        int begin = at + 1;
        string();
        if (2 * nameCount + 2 > names.length) {
            names = Arrays.copyOf(names, 2 * names.length);
        }
        names[2 * nameCount] = begin;
        names[2 * nameCount + 1] = at - 1;
        nameCount++;
        int hash = 0;
        for (int i = begin; i < at - 1; i++) {
            if (json[i] == '\\') {
                return -1;
            }
            hash = 31 * hash + json[i];
        }
        return 1L << (hash ^ hash >>> 6 ^ hash >>> 12);
    }

    /** The names of the innermost object, except the last one. */
    private Set<String> namesFrom(int first) {
        Set<String> found = new HashSet<>();
        for (int i = first; i < nameCount - 1; i++) {
            found.add(nameAt(i));
        }
        return found;
    }

    private String nameAt(int index) {
        int begin = names[2 * index];
        return unescaped(new String(json, begin, names[2 * index + 1] - begin, StandardCharsets.UTF_8));
    }

    private void string() {
        at++;
        while (at < json.length) {
            byte b = json[at++];
            if (b == '"') {
                return;
            }
            if (b == '\\') {
                escape();
            } else if (b < ' ') {
                if (b >= 0) {
                    throw new Broken("has a control character that is not escaped");
                }
                ascii = false;
            }
        }
        throw new Broken("ends too early");
    }

    private void escape() {
        int c = at < json.length ? json[at++] : -1;
        if (c != 'u') {
            if (c < 0 || "\"\\/bfnrt".indexOf(c) < 0) {
                throw new Broken("has an escape that JSON does not know");
            }
            return;
        }
        char unit = unit();
        boolean pair =
                Character.isHighSurrogate(unit) && at + 1 < json.length && json[at] == '\\' && json[at + 1] == 'u';
        if (pair) {
            at += 2;
        }
        if (pair ? !Character.isLowSurrogate(unit()) : Character.isSurrogate(unit)) {
            throw new Broken("has an escape of half a character");
        }
    }

    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < json.length ? Character.digit((char) json[at++], 16) : -1;
            if (digit < 0) {
                throw new Broken("has \\u without four hexadecimal digits");
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private void literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (at == json.length || json[at++] != text.charAt(i)) {
                throw new Broken("is not a JSON value");
            }
        }
    }

    private void number() {
        int begin = at;
        at += json[at] == '-' ? 1 : 0;
        if (at < json.length && json[at] == '0') {
            at++;
        } else {
            digits();
        }
        if (at < json.length && json[at] == '.') {
            at++;
            digits();
        }
        if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
            at++;
            at += at < json.length && (json[at] == '+' || json[at] == '-') ? 1 : 0;
            int exponent = at;
            digits();
            requireAtMost(MAX_EXPONENT_LENGTH, at - exponent);
        }
        requireAtMost(MAX_NUMBER_LENGTH, at - begin);
    }

    private static void requireAtMost(int most, int length) {
        if (length > most) {
            throw new Broken("is a number of too many digits");
        }
    }

    private void digits() {
        int begin = at;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            at++;
        }
        if (at == begin) {
            throw new Broken("is not a JSON value");
        }
    }

    /** Skips white space and returns the next byte without consuming it; -1 at the end. */
    private int next() {
        while (at < json.length) {
            byte b = json[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
            at++;
        }
        return -1;
    }

    /** Cuts a name that is too long for a message. */
    static String shortened(String name) {
        return FieldError.cut(name, MAX_NAME_IN_MESSAGE);
    }

    /** Resolves the escapes of a string or name, which must be valid. */
    static String unescaped(String name) {
        if (name.indexOf('\\') < 0) {
            return name;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else if (name.charAt(++i) == 'u') {
                plain.append((char) Integer.parseInt(name.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int known = "bfnrt".indexOf(name.charAt(i));
                plain.append(known < 0 ? name.charAt(i) : "\b\f\n\r\t".charAt(known));
            }
        }
        return plain.toString();
    }

    /** Reports an error. Its path is completed while it propagates out of the nested objects and arrays. */
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private String path = "";

        Broken(String message) {
            super(message, null, false, false);
        }

        Broken in(String whole) {
            String name = shortened(whole);
            path = path.isEmpty() || path.startsWith("[") ? name + path : name + "." + path;
            return this;
        }

        Broken at(int index) {
            path = path.isEmpty() || path.startsWith("[") ? "[" + index + "]" + path : "[" + index + "]." + path;
            return this;
        }
    }
}
