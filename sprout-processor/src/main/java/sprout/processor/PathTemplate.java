package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;

/**
 * Represents a path of an annotation with its variables. Only the braces are checked; {@code sprout.mvc.PathPattern}
 * checks the rest at start.
 */
record PathTemplate(String text, List<String> variables) {
    /** A text without braces, or a variable, whose regex may have braces itself, as in {@code {id:[0-9]{3}}}. */
    private static final Pattern SEGMENT =
            Pattern.compile("/(?:\\{(?<name>[^{}:/*]+)(?::(?:[^{}]|\\{[^{}]*})*)?}|[^{}/]*)");

    /**
     * Reads a path; a missing slash at its start is added.
     *
     * @throws InvalidBeanException at the element, if a variable is not a whole segment or has no name
     */
    static PathTemplate of(Element element, String path) {
        String text = path.startsWith("/") ? path : "/" + path;
        List<String> variables = new ArrayList<>();
        Matcher segment = SEGMENT.matcher(text);
        int end = 0;
        while (segment.region(end, text.length()).lookingAt()) {
            end = segment.end();
            if (segment.group("name") != null) {
                variables.add(segment.group("name"));
            }
        }
        if (end < text.length()) {
            throw new InvalidBeanException(
                    element,
                    "path pattern '%s': a variable must be a whole segment, {name} or {name:regex}; ** is the rest of a path"
                            .formatted(text));
        }
        return new PathTemplate(text, variables);
    }
}
