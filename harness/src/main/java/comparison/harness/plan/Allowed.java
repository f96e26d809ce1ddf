package comparison.harness.plan;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Defines which characters the texts of a variant may have. They become part of Compose files, command lines, folder
 * names and pages, and come from untrusted files: {@code --catalogue FILE}, or the plan of {@code --resume FOLDER}.
 */
enum Allowed {
    ID("[a-z0-9]+(-[a-z0-9]+)*", "lower case letters, digits and dashes"),
    NAME("[\\p{L}\\p{N}][\\p{L}\\p{N} ().,:+&'%/#-]*", "letters, digits, blanks and ().,:+&'%/#-"),
    FOLDER("\\w[\\w.-]*", "the name of a folder of the project"),
    PATH("[^\\p{Cntrl}-][^\\p{Cntrl}]*", "a path on one line that does not begin with '-'"),
    SERVICE("[a-zA-Z0-9][\\w.-]*", "the name of a service: letters, digits, '.', '_' and '-'"),
    IMAGE("[a-zA-Z0-9][\\w./:@-]*", "the name of an image, such as registry.example/mine:1"),
    WORD("[^\\p{Cntrl}]+", "text on one line"),
    VARIABLE("[A-Za-z_]\\w*", "the name of an environment variable"),
    SETTING("[^\\p{Cntrl}]*", "text on one line"),
    PORT(
            "0|[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]|\\{port}",
            "0 to 65535, or {port}"),
    FLAG("-[^\\s\"'\\p{Cntrl}]+", "flags of a JVM without quotes and blanks, such as -XX:+UseZGC");

    private final Pattern form;
    private final String inWords;

    Allowed(String form, String inWords) {
        this.form = Pattern.compile(form);
        this.inWords = inWords;
    }

    boolean takes(String text) {
        return form.matcher(text).matches();
    }

    String inWords() {
        return inWords;
    }

    /**
     * Rejects the parts of a variant that a catalogue would reject, wherever the variant comes from.
     *
     * @throws IllegalArgumentException that quotes the invalid part
     */
    static void check(
            String id,
            String stack,
            String app,
            String jar,
            String service,
            Map<String, String> environment,
            List<String> flags,
            @Nullable Own own) {
        ID.require(id);
        NAME.require(stack);
        unlessEmpty(FOLDER, app);
        unlessEmpty(PATH, jar);
        unlessEmpty(SERVICE, service);
        environment.keySet().forEach(VARIABLE::require);
        environment.forEach((name, value) -> of(name).require(value));
        flags.forEach(FLAG::require);
        if (own != null) {
            own.command().forEach(WORD::require);
            if (own.image() != null) {
                IMAGE.require(own.image());
            }
        }
    }

    /** Returns what the value of a variable of a variant's environment may have. */
    static Allowed of(String variable) {
        return Variant.SERVER_PORT.equals(variable) || Variant.MANAGEMENT_SERVER_PORT.equals(variable) ? PORT : SETTING;
    }

    private static void unlessEmpty(Allowed allowed, String text) {
        if (!text.isEmpty()) {
            allowed.require(text);
        }
    }

    private void require(String text) {
        if (!takes(text)) {
            throw new IllegalArgumentException("a variant has '%s'. Allowed: %s".formatted(text, inWords));
        }
    }
}
