package sprout.websocket;

/**
 * Tells why a session ended (RFC 6455 section 7.4).
 *
 * @param code the status code; {@link #NO_STATUS} if the client sent none, {@link #ABNORMAL} if the connection broke
 * @param reason for people, often empty
 */
public record CloseReason(int code, String reason) {
    public static final int NORMAL = 1000;
    public static final int GOING_AWAY = 1001;
    public static final int PROTOCOL_ERROR = 1002;
    public static final int UNACCEPTABLE = 1003;
    /** Never sent: the close frame had no code. */
    public static final int NO_STATUS = 1005;
    /** Never sent: the connection ended without a close frame. */
    public static final int ABNORMAL = 1006;

    public static final int INVALID_DATA = 1007;
    public static final int POLICY = 1008;
    public static final int TOO_BIG = 1009;
    public static final int INTERNAL_ERROR = 1011;
    /** The server is overloaded (IANA's registry). */
    public static final int TRY_AGAIN = 1013;

    /**
     * Whether a close frame may have this code: 1000 to 1003, 1007 to 1014 and 3000 to 4999 (RFC 6455 section 7.4,
     * IANA's registry).
     */
    public static boolean isSendable(int code) {
        return (code >= NORMAL && code <= UNACCEPTABLE)
                || (code >= INVALID_DATA && code <= 1014)
                || isOfApplication(code);
    }

    private static boolean isOfApplication(int code) {
        return code >= 3000 && code <= 4999;
    }
}
