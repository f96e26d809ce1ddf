package comparison.harness;

import org.jspecify.annotations.Nullable;

/**
 * A failure whose message is for the user: one line with the cause, the cure, and where the log lies if there is one.
 * Anything else that is thrown is a bug of the harness.
 */
public final class Fault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What the process exits with. */
    public enum Kind {
        /** Something broke while measuring: exit code 1. */
        BROKEN(1),
        /** The command line or a file that the user writes is wrong: exit code 2. */
        BAD_INPUT(2),
        /** This machine lacks something that is needed: exit code 3. */
        MISSING(3);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        /** Returns the exit code of the process, 1 to 3. */
        public int exitCode() {
            return exitCode;
        }
    }

    private final Kind kind;
    private final String line;

    private Fault(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.line = message;
    }

    /** Something broke while measuring. */
    public static Fault broken(String message) {
        return new Fault(Kind.BROKEN, message, null);
    }

    /** Something broke while measuring, and {@code cause} tells more. */
    public static Fault broken(String message, Throwable cause) {
        return new Fault(Kind.BROKEN, message, cause);
    }

    /** The command line, or a file that the user writes, is wrong. */
    public static Fault badInput(String message) {
        return new Fault(Kind.BAD_INPUT, message, null);
    }

    /**
     * Returns the value of an option that counts things.
     *
     * @throws Fault if it is not from 1 to {@code most}
     */
    public static int count(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw badInput("%s is %d. Valid: 1 to %d.".formatted(option, value, most));
        }
        return value;
    }

    /** This machine lacks something; the message says how to get it. */
    public static Fault missing(String message) {
        return new Fault(Kind.MISSING, message, null);
    }

    /** Returns the message, which is always there. */
    public String line() {
        return line;
    }

    /** Returns what kind of failure this is. */
    public Kind kind() {
        return kind;
    }
}
