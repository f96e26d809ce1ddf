package comparison.harness;

import org.jspecify.annotations.Nullable;

/**
 * A failure whose message is for the user: one line with the cause, the remedy, and the path of the log if there is
 * one. Any other exception is a bug of the harness.
 */
public final class Fault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of failure, with the exit codes of the process. */
    public enum Kind {
        /** Something broke while measuring: exit code 1. */
        BROKEN(1),
        /** The command line or a file that the user writes is invalid: exit code 2. */
        BAD_INPUT(2),
        /** A prerequisite is missing on this machine: exit code 3. */
        MISSING(3);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        /** Exit code of the process, 1 to 3. */
        public int exitCode() {
            return exitCode;
        }
    }

    private final Kind kind;
    private final String line;
    private final boolean ofTheRun;

    private Fault(Kind kind, String message, @Nullable Throwable cause, boolean ofTheRun) {
        super(message, cause);
        this.kind = kind;
        this.line = message;
        this.ofTheRun = ofTheRun;
    }

    /** Creates a fault for a failure while measuring. */
    public static Fault broken(String message) {
        return new Fault(Kind.BROKEN, message, null, false);
    }

    /**
     * Creates a fault for a failure while measuring that is not one of the variant. It ends the run, so that the start
     * is not recorded as failed and {@code --resume} measures it again.
     */
    public static Fault ofTheRun(String message, @Nullable Throwable cause) {
        return new Fault(Kind.BROKEN, message, cause, true);
    }

    /** Creates a fault for a failure while measuring, with its cause. */
    public static Fault broken(String message, Throwable cause) {
        return new Fault(Kind.BROKEN, message, cause, false);
    }

    /** Creates a fault for an invalid command line or an invalid file that the user writes. */
    public static Fault badInput(String message) {
        return new Fault(Kind.BAD_INPUT, message, null, false);
    }

    /**
     * Checks an option that counts something and passes its value through.
     *
     * @throws Fault of kind BAD_INPUT if it is not between 1 and {@code most}
     */
    public static int count(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw badInput("%s is %d. Valid: 1 to %d.".formatted(option, value, most));
        }
        return value;
    }

    /** Creates a fault for a missing prerequisite; the message says how to install it. */
    public static Fault missing(String message) {
        return new Fault(Kind.MISSING, message, null, false);
    }

    /** The message; unlike {@link #getMessage()} never null. */
    public String line() {
        return line;
    }

    /**
     * Throws this fault again if the run cannot go on, although nothing is wrong with the variant. A handler of a
     * variant's failures must not hide that.
     */
    public void rethrowIfOfTheRun() {
        if (ofTheRun) {
            throw this;
        }
    }

    /** The kind of failure, which determines the exit code. */
    public Kind kind() {
        return kind;
    }
}
