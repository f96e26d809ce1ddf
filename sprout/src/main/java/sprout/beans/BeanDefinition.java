package sprout.beans;

import java.util.List;

/**
 * Describes a bean before it is created.
 *
 * @param name unique in the context
 * @param types everything it can be injected as; the first is its own class, or the return type of its {@code @Bean}
 *     method
 * @param precedence decides which bean is used if several fit
 * @param order its place in lists, lowest first
 */
public record BeanDefinition(String name, List<Class<?>> types, Precedence precedence, int order) {
    /** The order of beans without {@code @Order}: after all others. */
    public static final int LAST = Integer.MAX_VALUE;

    /** Decides which bean is used if several fit; the last constant is the strongest. */
    public enum Precedence {
        /** Used only if no other bean fits; created on demand. */
        FALLBACK,
        /** Used only if no other bean fits; created at start. */
        DEFAULT,
        /** An ordinary bean. */
        NORMAL,
        /** Preferred to ordinary beans. */
        PRIMARY,
        /** Replaces every other bean that fits; for tests. */
        OVERRIDE
    }

    /** Creates a definition of a bean that is injected as any of {@code types}, the first of which is its own class. */
    public static BeanDefinition of(String name, Precedence precedence, int order, Class<?>... types) {
        return new BeanDefinition(name, List.of(types), precedence, order);
    }

    Class<?> type() {
        return types.getFirst();
    }
}
