package sprout.aop;

import org.jspecify.annotations.Nullable;

/** Marks a component whose methods are advised. Implemented only by subclasses that the annotation processor writes. */
public interface Woven {
    /**
     * Calls the method itself, without its aspects.
     *
     * @param method its index in the subclass
     * @throws Throwable what the method throws
     */
    @Nullable
    Object sproutProceed(int method, @Nullable Object[] arguments) throws Throwable;
}
