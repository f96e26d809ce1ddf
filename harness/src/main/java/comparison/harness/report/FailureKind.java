package comparison.harness.report;

import java.util.regex.Pattern;

/** Names the kind of a failed request, so that failures of one cause are counted together. */
final class FailureKind {

    private static final Pattern STATUS = Pattern.compile("\\d{3}");
    private static final String SUCCESS = "2";

    /** What the load engines say of a status that is not the expected one. In older files JMeter says it of an exception, too. */
    private static final Pattern OF_STATUS = Pattern.compile("Test failed: code .*|status \\d+");

    /** What JMeter's own samplers put before the class of an exception and before its message. */
    private static final String NO_HTTP = "^Non HTTP response (code|message): ";

    private static final String PACKAGE = "^([a-z]\\w*\\.)+(?=[A-Z])";

    /** Numbers of bytes and the like, which make each failure a kind of its own. */
    private static final String FIGURES = "\\s*\\([^()]*\\d[^()]*\\)";

    private FailureKind() {}

    /**
     * Returns the exception with its message, such as {@code SocketTimeoutException: Read timed out}; or a status that was not
     * expected, such as {@code HTTP 503}; or what an assertion says of the body.
     *
     * @param code status, or the class of an exception
     * @param message of the exception, or of the assertion that failed; of several lines the first one counts
     */
    static String of(String code, String message) {
        String why = message.lines()
                .findFirst()
                .orElse("")
                .replaceFirst(NO_HTTP, "")
                .replaceAll(FIGURES, "")
                .strip();
        boolean ofStatus = why.isEmpty() || OF_STATUS.matcher(why).matches();
        if (STATUS.matcher(code).matches()) {
            return ofStatus || !code.startsWith(SUCCESS) ? "HTTP " + code : why;
        }
        String exception = code.replaceFirst(NO_HTTP, "").replaceFirst(PACKAGE, "");
        return ofStatus || why.equals("null") ? exception : exception + ": " + why;
    }
}
