package comparison.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips or fails a {@link SkippableTest} whose program is missing. */
final class SkippableTestCondition implements ExecutionCondition {

    /** The tests and the programs that each needs. */
    static final Map<String, List<Program>> TESTS = read();

    private final boolean failing;
    private final Function<Program, Optional<String>> finder;

    /** Called by JUnit. */
    SkippableTestCondition() {
        this("yes".equals(System.getenv(SkippableTest.SWITCH)), Program::command);
    }

    SkippableTestCondition(boolean failing, Function<Program, Optional<String>> finder) {
        this.failing = failing;
        this.finder = finder;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return evaluate(context.getRequiredTestClass().getName()
                + context.getTestMethod().map(Method::getName).map("#"::concat).orElse(""));
    }

    ConditionEvaluationResult evaluate(String test) {
        return needs(test).stream()
                .filter(program -> finder.apply(program).isEmpty())
                .findFirst()
                .map(this::missing)
                .orElseGet(() -> ConditionEvaluationResult.enabled("everything that it needs is installed"));
    }

    /** Returns the programs of a test. A method without a line in the list uses the line of its class. */
    private static List<Program> needs(String test) {
        List<Program> needs = TESTS.getOrDefault(test, TESTS.get(test.replaceFirst("#.*", "")));
        if (needs == null) {
            throw new ExtensionConfigurationException(
                    "%s is a @SkippableTest, but skippable-tests.txt has no line for it. Add one.".formatted(test));
        }
        return needs;
    }

    private ConditionEvaluationResult missing(Program program) {
        if (failing) {
            throw new ExtensionConfigurationException(
                    "%s, and %s=yes forbids to skip this test.".formatted(program.complaint(), SkippableTest.SWITCH));
        }
        return ConditionEvaluationResult.disabled(program.complaint());
    }

    private static Map<String, List<Program>> read() {
        try (InputStream list = SkippableTestCondition.class.getResourceAsStream("skippable-tests.txt")) {
            return new String(Objects.requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\\s+"))
                    .collect(Collectors.toMap(
                            words -> words[0],
                            words -> Arrays.stream(words)
                                    .skip(1)
                                    .map(Program::valueOf)
                                    .toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
