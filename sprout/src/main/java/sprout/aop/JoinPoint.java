package sprout.aop;

import java.lang.annotation.Annotation;
import java.util.List;

/** One call of an advised method. Belongs to the thread of the call. */
public interface JoinPoint {
    /** The bean that is called. */
    Object target();

    /** Class and name of the method, as {@code PersonService.create}. */
    String method();

    /** The arguments of the call, primitives boxed; may hold nulls. */
    List<Object> arguments();

    /**
     * The annotation of the method, or else that of its class.
     *
     * @throws IllegalArgumentException if neither carries it
     */
    <A extends Annotation> A annotation(Class<A> type);
}
