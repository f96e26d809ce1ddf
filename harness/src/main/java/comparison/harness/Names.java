package comparison.harness;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Suggests valid names for an unknown one. */
public final class Names {

    private static final int SUGGESTED = 3;
    private static final int FEW = 8;

    private Names() {}

    /**
     * Describes which names are valid: all of them if they are few, otherwise the three nearest.
     *
     * @param all the sentence that says where all names are shown; empty if there is no such place
     */
    public static String hint(String given, Collection<String> valid, String all) {
        if (valid.size() <= FEW) {
            return "Valid: %s.".formatted(String.join(", ", valid));
        }
        List<String> nearest = nearest(given, valid);
        String last = nearest.getLast();
        String others = String.join(", ", nearest.subList(0, nearest.size() - 1));
        return "Did you mean %s or %s? %s".formatted(others, last, all).strip();
    }

    /**
     * Finds the value with this name.
     *
     * @param kind what is looked for, for the message
     * @param id gives the name of a value
     * @param all the sentence that says where all names are shown; empty if there is no such place
     * @throws Fault of kind BAD_INPUT if no value has this name; the message lists or suggests valid names
     */
    public static <T> T find(String kind, String name, Collection<T> values, Function<T, String> id, String all) {
        return values.stream()
                .filter(value -> id.apply(value).equals(name))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown %s '%s'. %s"
                        .formatted(
                                kind, name, hint(name, values.stream().map(id).toList(), all))));
    }

    /** Finds the three nearest names, nearest first. Equally near names stay in their order. */
    static List<String> nearest(String given, Collection<String> valid) {
        return valid.stream()
                .sorted(Comparator.comparingInt(name -> distance(given, name)))
                .limit(SUGGESTED)
                .toList();
    }

    /**
     * Counts the characters to insert, delete or replace (Levenshtein 1966), by the dynamic programming algorithm of
     * Wagner and Fischer 1974.
     */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
