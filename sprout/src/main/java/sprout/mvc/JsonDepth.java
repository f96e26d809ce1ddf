package sprout.mvc;

import sprout.http.HttpException;

/** Refuses JSON nested so deep that a recursive reader would run out of stack. Looks at brackets outside of strings and at nothing else. */
final class JsonDepth {
    /** More than any honest message has, and far less than a thread's stack can take. */
    private static final int MAX_DEPTH = 200;

    private JsonDepth() {}

    static void requireBounded(byte[] json) {
        int depth = 0;
        boolean inString = false;
        for (int i = 0; i < json.length; i++) {
            byte b = json[i];
            if (b == '"') {
                inString = !inString;
            } else if (inString) {
                i += b == '\\' ? 1 : 0;
            } else if (b == '[' || b == '{') {
                depth = deeper(depth);
            } else if (b == ']' || b == '}') {
                depth--;
            }
        }
    }

    private static int deeper(int depth) {
        if (depth == MAX_DEPTH) {
            throw new HttpException(400, "The body is nested deeper than %d levels.".formatted(MAX_DEPTH));
        }
        return depth + 1;
    }
}
