package comparison.harness.report;

import comparison.harness.plan.Packaging;
import comparison.harness.plan.Plan;
import comparison.harness.record.Environment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Describes where and under which conditions a run was measured.
 *
 * @param plan of the run
 * @param environment of the run
 */
record Conditions(Plan plan, Environment environment) {

    List<String> lines() {
        Environment.Machine machine = environment.machine();
        return Stream.of(
                        Stream.of(
                                "runtime %s (%s)".formatted(environment.runtime(), environment.runtimeReason()),
                                "limits: " + String.join("; ", environment.limits()),
                                "memory is the highest anonymous and shared memory under load; source: "
                                        + environment.memorySource(),
                                "%s, flags %s".formatted(environment.jvm(), String.join(" ", environment.jvmFlags()))),
                        ownFlags(),
                        natives().stream(),
                        imageBuilds().stream(),
                        Stream.of(
                                plan.scraped()
                                        ? "the metrics page of each variant was fetched every 15 s from its start, as in production"
                                        : "not observed: no metrics page was fetched",
                                environment.database(),
                                plan.table().words(),
                                "client: " + environment.client(),
                                String.format(
                                        Locale.ROOT,
                                        "%s, %s cores, %s GiB, %s, %s; load average before: %.2f",
                                        machine.cpu(),
                                        machine.cores(),
                                        machine.memoryBytes() >> 30,
                                        machine.kernel(),
                                        machine.os(),
                                        environment.loadAverageBefore())),
                        processor(machine).stream(),
                        Stream.of("%s, commit %s".formatted(environment.startedAt(), environment.commit())))
                .flatMap(lines -> lines)
                .toList();
    }

    private static Optional<String> processor(Environment.Machine machine) {
        return Optional.of(machine.processor())
                .filter(known -> !known.isEmpty())
                .map(known -> "processor: " + String.join("; ", known));
    }

    private Stream<String> ownFlags() {
        return plan.variants().stream()
                .filter(variant -> !variant.flags().isEmpty())
                .map(variant -> "%s besides: %s".formatted(variant.id(), String.join(" ", variant.flags())));
    }

    private Optional<String> natives() {
        return Optional.ofNullable(environment.nativeFlags())
                .filter(_ -> plan.variants().stream().anyMatch(variant -> variant.packaging() == Packaging.NATIVE))
                .map(flags -> "native images: no JVM; flags " + String.join(" ", flags));
    }

    /**
     * Explains the image build times; empty if nothing was built, and for simulations, whose tables do not show them.
     */
    private Optional<String> imageBuilds() {
        return plan.simulations().isEmpty()
                        && environment.images().values().stream().anyMatch(image -> image.buildSeconds() != null)
                ? Optional.of("image build time: with a cold layer cache and a warm dependency cache")
                : Optional.empty();
    }
}
