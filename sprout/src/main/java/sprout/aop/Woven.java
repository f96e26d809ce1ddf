package sprout.aop;

import org.jspecify.annotations.Nullable;

/** A component whose methods are advised. Implemented by the subclasses that the annotation processor writes, and never by hand. */
public interface Woven {
    /**
     * Calls the method itself, past its aspects.
     *
     * @param method its index in the subclass
     * @throws Throwable what it throws
     */
    @Nullable
    Object sproutProceed(int method, @Nullable Object[] arguments) throws Throwable;
}
