package sprout.http;

/**
 * Checks what follows the size in the first line of a chunk (RFC 9112 section 7.1.1). Extensions are ignored, but their
 * syntax is checked byte by byte, so that no other implementation can see the end of the line elsewhere. Not
 * thread-safe.
 */
final class ChunkExtensions {
    private enum State {
        BEFORE_SEMICOLON,
        BEFORE_NAME,
        NAME,
        AFTER_NAME,
        BEFORE_VALUE,
        VALUE,
        QUOTED,
        ESCAPED,
        AFTER_QUOTE,
        END
    }

    private State state = State.BEFORE_SEMICOLON;

    void reset() {
        state = State.BEFORE_SEMICOLON;
    }

    /**
     * Parses the next byte.
     *
     * @return whether it is the carriage return that ends the line
     * @throws HttpException 400 if no extension may have this byte here
     */
    boolean take(byte b) {
        state = after(b);
        return state == State.END;
    }

    /**
     * Accepts blanks around semicolons and equals signs, as RFC 9110 section 5.6.3 requires of recipients, but not at
     * the end of the line.
     */
    private State after(byte b) {
        boolean blank = FieldLine.isBlank(b);
        return switch (state) {
            case BEFORE_SEMICOLON -> blank ? state : semicolon(b);
            case BEFORE_NAME -> blank ? state : token(b, State.NAME);
            case NAME -> b == '=' ? State.BEFORE_VALUE : blank ? State.AFTER_NAME : tokenOrEnd(b);
            case AFTER_NAME -> b == '=' ? State.BEFORE_VALUE : blank ? state : semicolon(b);
            case BEFORE_VALUE -> b == '"' ? State.QUOTED : blank ? state : token(b, State.VALUE);
            case VALUE -> blank ? State.BEFORE_SEMICOLON : tokenOrEnd(b);
            case QUOTED -> b == '"' ? State.AFTER_QUOTE : b == '\\' ? State.ESCAPED : text(b);
            case ESCAPED -> text(b);
            case AFTER_QUOTE -> blank ? State.BEFORE_SEMICOLON : end(b);
            case END -> throw malformed();
        };
    }

    private State tokenOrEnd(byte b) {
        return Ascii.isToken(b) ? state : end(b);
    }

    private static State token(byte b, State next) {
        return require(Ascii.isToken(b), next);
    }

    private static State text(byte b) {
        return require(Ascii.isFieldValue(b), State.QUOTED);
    }

    private static State end(byte b) {
        return b == '\r' ? State.END : semicolon(b);
    }

    private static State semicolon(byte b) {
        return require(b == ';', State.BEFORE_NAME);
    }

    private static State require(boolean fine, State next) {
        if (!fine) {
            throw malformed();
        }
        return next;
    }

    private static HttpException malformed() {
        return HttpRequestParser.bad(
                "a chunk size is not followed by the end of its line or by extensions of the form ;name=value");
    }
}
