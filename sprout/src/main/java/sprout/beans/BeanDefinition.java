package sprout.beans;

import java.util.List;

/**
 * What is known of a bean before it exists.
 *
 * @param name unique in the context
 * @param types everything it can be injected as; the first is its own class, or what its {@code @Bean} method returns
 * @param precedence which bean is taken where several fit
 * @param order its place in lists, lowest first
 */
public record BeanDefinition(String name, List<Class<?>> types, Precedence precedence, int order) {
    /** The order of a bean that declares none: after all that do. */
    public static final int LAST = Integer.MAX_VALUE;

    /** Which bean is taken where several fit. */
    public enum Precedence {
        /** Stands in only while no other bean fits; made on demand. */
        FALLBACK,
        /** Stands in only while no other bean fits; made at start. */
        DEFAULT,
        /** An ordinary bean. */
        NORMAL,
        /** Wins over ordinary beans. */
        PRIMARY,
        /** Takes the place of every other bean that fits: what a test puts in. */
        OVERRIDE
    }

    /** A definition of a bean that is injected as any of {@code types}, the first of which is its own. */
    public static BeanDefinition of(String name, Precedence precedence, int order, Class<?>... types) {
        return new BeanDefinition(name, List.of(types), precedence, order);
    }

    Class<?> type() {
        return types.getFirst();
    }
}
