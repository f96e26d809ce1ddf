package sprout.aop;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls one method through its aspects, which are resolved once, when its bean is created. Immutable and thread-safe.
 */
public final class Interception {
    private final int index;
    private final String method;
    private final List<Annotation> annotations;
    private final Advice[] advices;

    /**
     * Creates the chain of a method.
     *
     * @param index of the method in its {@link Woven} class
     * @param method its class and name, for messages
     * @param annotations those of the method first, then those of its class
     * @param advices the outermost first
     */
    public Interception(int index, String method, List<Annotation> annotations, List<Advice> advices) {
        this.index = index;
        this.method = method;
        this.annotations = List.copyOf(annotations);
        this.advices = advices.toArray(Advice[]::new);
    }

    /**
     * Calls the method through its aspects; throws whatever they or the method throw, even undeclared checked
     * exceptions.
     */
    public @Nullable Object call(Woven target, @Nullable Object[] arguments) {
        try {
            return new Call(target, arguments, 0).proceed();
        } catch (Throwable e) {
            throw Interception.<RuntimeException>undeclared(e);
        }
    }

    /**
     * Rethrows any exception without declaring it: the compiler infers an unchecked type, and the cast has no effect at
     * run time.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E undeclared(Throwable e) throws E {
        throw (E) e;
    }

    /** A call that has passed the first {@code passed} aspects. */
    private final class Call implements ProceedingJoinPoint {
        private final Woven target;
        private final @Nullable Object[] arguments;
        private final int passed;

        Call(Woven target, @Nullable Object[] arguments, int passed) {
            this.target = target;
            this.arguments = arguments;
            this.passed = passed;
        }

        @Override
        public Object target() {
            return target;
        }

        @Override
        public String method() {
            return method;
        }

        @Override
        public List<Object> arguments() {
            return Collections.unmodifiableList(Arrays.asList(arguments));
        }

        @Override
        public <A extends Annotation> A annotation(Class<A> type) {
            for (Annotation annotation : annotations) {
                if (type.isInstance(annotation)) {
                    return type.cast(annotation);
                }
            }
            throw new IllegalArgumentException("%s is not annotated with %s".formatted(method, type.getName()));
        }

        @Override
        public @Nullable Object proceed() throws Throwable {
            return passed < advices.length
                    ? advices[passed].around(new Call(target, arguments, passed + 1))
                    : target.sproutProceed(index, arguments);
        }

        @Override
        public @Nullable Object proceedWith(@Nullable Object... others) throws Throwable {
            if (others.length != arguments.length) {
                throw new IllegalArgumentException(
                        "%s takes %d arguments, not %d".formatted(method, arguments.length, others.length));
            }
            return new Call(target, others, passed).proceed();
        }
    }
}
