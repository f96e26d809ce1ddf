package comparison.harness.report;

import java.util.regex.Pattern;

/** Names the kind of a failed request, so that failures with the same cause are counted together. */
final class FailureKind {

    private static final Pattern STATUS = Pattern.compile("\\d{3}");
    private static final String SUCCESS = "2";

    /** Messages of the load engines about an unexpected status. */
    private static final Pattern OF_STATUS = Pattern.compile("Test failed: code .*|status \\d+");

    /** Prefix of JMeter's own samplers before the class and the message of an exception. */
    private static final String NO_HTTP = "^Non HTTP response (code|message): ";

    private static final String PACKAGE = "^([a-z]\\w*\\.)+(?=[A-Z])";

    /** Numbers of bytes and the like, which would make each failure a separate kind. */
    private static final String FIGURES = "\\s*\\([^()]*\\d[^()]*\\)";

    private FailureKind() {}

    /**
     * Names the kind: the exception with its message, such as {@code SocketTimeoutException: Read timed out}; an
     * unexpected status, such as {@code HTTP 503}; or what an assertion says about the body.
     *
     * @param code status, or the class of an exception
     * @param message of the exception or of the failed assertion; only its first line counts
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
