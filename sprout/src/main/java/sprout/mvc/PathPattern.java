package sprout.mvc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Matches paths segment by segment. A segment of a pattern is one of these:
 *
 * <ul>
 *   <li>literal text;
 *   <li>a variable, {@code {v}} or {@code {v:regex}}; without a regex it does not match an empty segment;
 *   <li>text with wild cards, {@code *} for any characters and {@code ?} for one; a single {@code *} does not match an
 *       empty segment;
 *   <li>{@code **} for any number of segments, only at the end.
 * </ul>
 *
 * <p>The order puts the more specific pattern first. It compares segments from left to right: literal, regex, wild card
 * within text, variable, {@code *}, {@code **}. Immutable.
 */
public final class PathPattern implements Comparable<PathPattern> {
    private final String text;
    private final List<Segment> segments;
    private final List<String> variables;

    private PathPattern(String text, List<Segment> segments) {
        this.text = text;
        this.segments = segments;
        this.variables = variables(segments);
    }

    private static List<String> variables(List<Segment> segments) {
        List<String> names = new ArrayList<>();
        for (Segment segment : segments) {
            if (!segment.variable().isEmpty()) {
                names.add(segment.variable());
            }
        }
        return List.copyOf(names);
    }

    /**
     * Parses a pattern; a missing slash at its start is added.
     *
     * @throws IllegalArgumentException naming the pattern, if a brace is not closed, a variable has no name, occurs
     *     twice or is only a part of a segment, a regex is invalid, or {@code **} is not at the end
     */
    public static PathPattern parse(String text) {
        String path = text.startsWith("/") ? text : "/" + text;
        List<Segment> segments = new ArrayList<>();
        for (String part : split(path)) {
            segments.add(segment(part, path));
        }
        PathPattern pattern = new PathPattern(path, List.copyOf(segments));
        pattern.requireSound();
        return pattern;
    }

    /** The pattern as written, with a leading slash. */
    public String text() {
        return text;
    }

    /** The names of the variables, from left to right. */
    public List<String> variables() {
        return variables;
    }

    List<Segment> segments() {
        return segments;
    }

    /**
     * Matches decoded segments of a path. Returns the values of {@link #variables()}, or null if the pattern does not
     * match.
     */
    public @Nullable List<String> match(List<String> path) {
        List<String> values = new ArrayList<>();
        int at = 0;
        for (Segment segment : segments) {
            if (segment.kind() == Kind.REST) {
                return values;
            }
            if (at == path.size() || !segment.matches(path.get(at))) {
                return null;
            }
            if (!segment.variable().isEmpty()) {
                values.add(path.get(at));
            }
            at++;
        }
        return at == path.size() ? values : null;
    }

    /**
     * Matches a raw path as sent by the client. Returns the decoded values of {@link #variables()}, or null if the
     * pattern does not match.
     *
     * @throws sprout.http.HttpException with status 400 if an escape of the path is malformed
     */
    public @Nullable List<String> match(String rawPath) {
        return match(Paths.segments(rawPath));
    }

    /** Orders the more specific pattern first. */
    @Override
    public int compareTo(PathPattern other) {
        int bySegments = compareSegments(other);
        return bySegments != 0 ? bySegments : text.compareTo(other.text);
    }

    /** Whether both patterns match the same paths; the names of variables do not matter. */
    public boolean matchesSameAs(PathPattern other) {
        return compareSegments(other) == 0;
    }

    private int compareSegments(PathPattern other) {
        int common = Math.min(segments.size(), other.segments.size());
        for (int i = 0; i < common; i++) {
            int difference = segments.get(i).compareTo(other.segments.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(other.segments.size(), segments.size());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PathPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Splits a pattern at slashes outside of braces; a regex may contain slashes. */
    private static List<String> split(String path) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 1;
        for (int i = 1; i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == '/' && depth == 0) {
                parts.add(path.substring(start, i));
                start = i + 1;
            }
        }
        if (depth != 0) {
            throw new IllegalArgumentException("path pattern '%s' has a brace without its counterpart".formatted(path));
        }
        parts.add(path.substring(start));
        return parts;
    }

    private static Segment segment(String part, String path) {
        if (part.equals("**")) {
            return new Segment(Kind.REST, part, "", null);
        }
        if (part.equals("*")) {
            return new Segment(Kind.ANY, part, "", null);
        }
        if (isVariable(part)) {
            return variable(part, path);
        }
        if (part.indexOf('{') >= 0) {
            throw new IllegalArgumentException(
                    "path pattern '%s': a variable must be a whole segment, not a part of '%s'; take the segment as one variable and split its value"
                            .formatted(path, part));
        }
        if (part.indexOf('*') >= 0 || part.indexOf('?') >= 0) {
            return new Segment(Kind.WILD, part, "", null);
        }
        return new Segment(Kind.LITERAL, part, "", null);
    }

    /** Whether the last character closes the brace that the segment begins with; a regex may contain braces. */
    private static boolean isVariable(String part) {
        int depth = 0;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            }
            if (depth == 0) {
                return c == '}' && i == part.length() - 1;
            }
        }
        return false;
    }

    private static Segment variable(String part, String path) {
        String inner = part.substring(1, part.length() - 1);
        int colon = inner.indexOf(':');
        String name = colon < 0 ? inner : inner.substring(0, colon);
        if (name.isBlank() || name.startsWith("*")) {
            throw new IllegalArgumentException(
                    "path pattern '%s': '%s' is not the name of a variable; for the rest of a path end the pattern with **"
                            .formatted(path, name));
        }
        if (colon < 0) {
            return new Segment(Kind.VARIABLE, part, name, null);
        }
        try {
            return new Segment(Kind.REGEX, part, name, Pattern.compile(inner.substring(colon + 1)));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("path pattern '%s': %s".formatted(path, e.getMessage()), e);
        }
    }

    /**
     * Matches a text against wild cards. It does not use a regex, which could backtrack exponentially on a hostile
     * text. Instead it only ever extends the latest star, so it needs at most pattern length times text length
     * comparisons.
     */
    static boolean fits(String wild, CharSequence value) {
        int at = 0;
        int i = 0;
        int behindStar = -1;
        int starTook = 0;
        while (at < value.length()) {
            char wanted = i < wild.length() ? wild.charAt(i) : 0;
            if (wanted == '*') {
                behindStar = ++i;
                starTook = at;
            } else if (wanted == '?') {
                at = next(value, at);
                i++;
            } else if (i < wild.length() && wanted == value.charAt(at)) {
                at++;
                i++;
            } else if (behindStar < 0) {
                return false;
            } else {
                starTook = next(value, starTook);
                at = starTook;
                i = behindStar;
            }
        }
        while (i < wild.length() && wild.charAt(i) == '*') {
            i++;
        }
        return i == wild.length();
    }

    private static int next(CharSequence text, int at) {
        return at + Character.charCount(Character.codePointAt(text, at));
    }

    private void requireSound() {
        if (new HashSet<>(variables).size() != variables.size()) {
            throw new IllegalArgumentException("path pattern '%s' names a variable twice".formatted(text));
        }
        for (Segment segment : segments.subList(0, segments.size() - 1)) {
            if (segment.kind() == Kind.REST) {
                throw new IllegalArgumentException("path pattern '%s': ** may stand only at the end".formatted(text));
            }
        }
    }

    /** Lists what a segment of a pattern can match, the most specific first. */
    enum Kind {
        LITERAL,
        REGEX,
        WILD,
        VARIABLE,
        ANY,
        REST
    }

    /** Represents one segment of a pattern. {@code variable} is empty if the segment is not a variable. */
    record Segment(
            Kind kind,
            String text,
            String variable,
            @Nullable Pattern pattern) implements Comparable<Segment> {
        boolean matches(CharSequence value) {
            return switch (kind) {
                case LITERAL -> text.contentEquals(value);
                case REGEX -> pattern != null && matches(pattern, value);
                case WILD -> fits(text, value);
                case VARIABLE, ANY -> !value.isEmpty();
                case REST -> true;
            };
        }

        /**
         * A repeated group uses the stack for each repetition, and some patterns try a text in a number of ways that
         * grows with a power of its length. A text that takes too much of either does not match.
         */
        private static boolean matches(Pattern pattern, CharSequence value) {
            try {
                return pattern.matcher(new PatientText(value)).matches();
            } catch (StackOverflowError | PatienceOverException e) {
                return false;
            }
        }

        /** Orders by kind; segments of the same kind by what they match. */
        @Override
        public int compareTo(Segment other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : matched().compareTo(other.matched());
        }

        /** What distinguishes the segment from others of its kind: its text without the name of the variable. */
        private String matched() {
            return switch (kind) {
                case LITERAL, WILD -> text;
                case REGEX -> text.substring(text.indexOf(':'));
                case VARIABLE, ANY, REST -> "";
            };
        }

        /** Whether both segments match the same values; the names of variables do not matter. */
        boolean sameAs(Segment other) {
            return compareTo(other) == 0;
        }
    }

    /** A text whose characters can be read only a limited number of times, which takes a few milliseconds. */
    private static final class PatientText implements CharSequence {
        private static final int READS = 1_000_000;

        private final CharSequence text;
        private int reads;

        PatientText(CharSequence text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++reads > READS) {
                throw new PatienceOverException();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    private static final class PatienceOverException extends RuntimeException {
        private static final long serialVersionUID = 1;

        PatienceOverException() {
            super(null, null, false, false);
        }
    }
}
