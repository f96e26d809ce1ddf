package sprout.beans;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sprout.beans.BeanDefinition.Precedence;

/** Indexes the beans of a context by the types that they can be injected as. Immutable. */
final class SlotIndex {
    private final Map<Class<?>, List<Slot>> byType = new LinkedHashMap<>();
    private final List<Slot> slots;

    /** @throws BeanException if two beans have the same name */
    SlotIndex(List<Slot> slots) {
        this.slots = List.copyOf(slots);
        Map<String, Slot> names = new LinkedHashMap<>();
        for (Slot slot : slots) {
            Slot other = names.putIfAbsent(slot.definition().name(), slot);
            if (other != null) {
                throw Wiring.duplicateName(slot, other);
            }
            for (Class<?> type : slot.definition().types()) {
                List<Slot> fitting = byType.get(type);
                if (fitting == null) {
                    fitting = new ArrayList<>(1);
                    byType.put(type, fitting);
                }
                fitting.add(slot);
            }
        }
        for (List<Slot> fitting : byType.values()) {
            if (fitting.size() > 1) {
                fitting.sort(Comparator.comparingInt(slot -> slot.definition().order()));
            }
        }
    }

    /** All beans of a type in {@code @Order}, regardless of their precedence. */
    List<Slot> fitting(Class<?> type) {
        return byType.getOrDefault(type, List.of());
    }

    /** The beans that a list of the type contains. */
    List<Slot> all(Class<?> type) {
        return strongest(fitting(type), Precedence.NORMAL);
    }

    /** The beans that a single bean of the type is chosen from; the choice is unambiguous if there is exactly one. */
    List<Slot> candidates(Class<?> type) {
        return strongest(fitting(type), Precedence.PRIMARY);
    }

    /** The beans that are created at start, in the order of their definition. */
    List<Slot> wanted() {
        List<Slot> wanted = new ArrayList<>();
        for (Slot slot : slots) {
            BeanDefinition definition = slot.definition();
            if (definition.precedence() != Precedence.FALLBACK
                    && all(definition.type()).contains(slot)) {
                wanted.add(slot);
            }
        }
        return wanted;
    }

    /** The order of the bean of a type, of which there must be one. */
    int order(Class<?> type) {
        return candidates(type).getFirst().definition().order();
    }

    /**
     * Selects the beans of the highest precedence present. Precedences from {@code ceiling} on count as equal, except
     * overrides, which exclude all others.
     */
    private static List<Slot> strongest(List<Slot> fitting, Precedence ceiling) {
        if (fitting.size() < 2) {
            return fitting;
        }
        Precedence highest = fitting.stream()
                .map(slot -> slot.definition().precedence())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Precedence least = highest == Precedence.OVERRIDE || highest.compareTo(ceiling) < 0 ? highest : ceiling;
        return fitting.stream()
                .filter(slot -> slot.definition().precedence().compareTo(least) >= 0)
                .toList();
    }
}
