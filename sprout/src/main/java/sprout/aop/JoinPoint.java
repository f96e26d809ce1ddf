package sprout.aop;

import java.lang.annotation.Annotation;
import java.util.List;

/** Describes one call of an advised method. Used only by the thread of the call. */
public interface JoinPoint {
    /** The bean whose method is called. */
    Object target();

    /** Class and name of the method, for example {@code PersonService.create}. */
    String method();

    /** The arguments of the call, primitives boxed; may contain nulls. Cannot be changed. */
    List<Object> arguments();

    /**
     * The annotation of the method, or else that of its class.
     *
     * @throws IllegalArgumentException if neither has it
     */
    <A extends Annotation> A annotation(Class<A> type);
}
