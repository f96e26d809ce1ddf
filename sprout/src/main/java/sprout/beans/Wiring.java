package sprout.beans;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the messages of all wiring errors: what happened, the chain of beans that led there, the fix. */
final class Wiring {
    private Wiring() {}

    static BeanException missing(Class<?> type, Collection<Slot> chain) {
        return new BeanException(
                "No bean of type %s%s. Annotate a class with @Component or add a @Bean method that returns it, in a package of the application; or inject Optional<%s>."
                        .formatted(type.getName(), neededBy(chain), type.getSimpleName()));
    }

    static BeanException missingName(Class<?> type, String name, List<Slot> fitting, Collection<Slot> chain) {
        return new BeanException("No bean of type %s is named '%s'%s. There are: %s."
                .formatted(type.getName(), name, neededBy(chain), fitting.isEmpty() ? "none" : names(fitting)));
    }

    static BeanException ambiguous(Class<?> type, List<Slot> fitting, Collection<Slot> chain) {
        return new BeanException(
                "%d beans of type %s fit%s: %s. Mark one of them @Primary, name one with @Qualifier(\"%s\"), or inject List<%s>."
                        .formatted(
                                fitting.size(),
                                type.getName(),
                                neededBy(chain),
                                names(fitting),
                                fitting.getFirst().definition().name(),
                                type.getSimpleName()));
    }

    static BeanException cycle(Slot again, Collection<Slot> chain) {
        List<Slot> circle = new ArrayList<>(chain);
        circle.subList(0, circle.indexOf(again)).clear();
        circle.add(again);
        return new BeanException(
                "Beans need each other in a circle: %s. Let one of them take a Provider<...> of the next, or move what both need into a separate bean."
                        .formatted(arrows(circle)));
    }

    static BeanException duplicateName(Slot one, Slot other) {
        return new BeanException("Two beans are named '%s': %s and %s. Give one of them another name."
                .formatted(
                        one.definition().name(),
                        one.definition().type().getName(),
                        other.definition().type().getName()));
    }

    static BeanException notAdvised(String method, Class<?> annotation, Collection<Slot> chain) {
        return new BeanException(
                "%s is annotated with @%s%s, but no aspect answers to that. Add the @Aspect to the scanned packages%s."
                        .formatted(
                                method,
                                annotation.getSimpleName(),
                                neededBy(chain),
                                annotation.getName().equals("sprout.data.Transactional")
                                        ? ", or for @Transactional set datasource.url"
                                        : ""));
    }

    static BeanException failed(Slot slot, Collection<Slot> chain, Exception cause) {
        return new BeanException(
                "Bean '%s' (%s) cannot be made: %s"
                        .formatted(
                                slot.definition().name(),
                                arrows(chain),
                                cause.getMessage() == null ? cause : cause.getMessage()),
                cause);
    }

    /** @param whose what names the package: its class, or a {@code @ComponentScan} */
    static BeanException notProcessed(String whose) {
        return new BeanException(
                "No beans in or below the package of %s: it was compiled without Sprout's annotation processor, or has no component. In Maven, name dev.sprout:sprout-processor in the annotationProcessorPaths of the maven-compiler-plugin."
                        .formatted(whose));
    }

    static BeanException closed(Slot slot) {
        return new BeanException("Bean '%s' was asked for after the context closed"
                .formatted(slot.definition().name()));
    }

    private static String neededBy(Collection<Slot> chain) {
        return chain.isEmpty() ? "" : ", needed by " + arrows(chain);
    }

    private static String arrows(Collection<Slot> chain) {
        return chain.stream().map(slot -> slot.definition().type().getName()).collect(Collectors.joining(" -> "));
    }

    private static String names(Collection<Slot> slots) {
        return slots.stream()
                .map(slot -> "%s (%s)"
                        .formatted(
                                slot.definition().name(),
                                slot.definition().type().getName()))
                .collect(Collectors.joining(", "));
    }
}
