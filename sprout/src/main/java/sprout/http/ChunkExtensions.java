package sprout.http;

/**
 * The rest of a chunk's first line, behind the size (RFC 9112 section 7.1.1). No extension means anything here, but their syntax is
 * checked byte by byte, so that nobody else can believe that the line ends elsewhere. Not thread-safe.
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

    /** Gets ready for the next line. */
    void reset() {
        state = State.BEFORE_SEMICOLON;
    }

    /**
     * Takes the next byte.
     *
     * @return whether it is the carriage return that ends the line
     * @throws HttpException 400 if it can stand in no extension
     */
    boolean take(byte b) {
        state = after(b);
        return state == State.END;
    }

    /** Blanks beside the marks are called bad by RFC 9110 section 5.6.3, and have to be taken; at the end of the line they are none. */
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
