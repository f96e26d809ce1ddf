package comparison.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachinesTest {

    private static final String FIVE = """
            # a comment
            app:      { docker: ssh://bench@10.0.0.2, address: 10.0.0.2 }
            database: { docker: ssh://bench@10.0.0.3, address: 10.0.0.3 }
            load:
              - { docker: ssh://bench@10.0.0.4, address: 10.0.0.4 }
              - docker: rack-five
                address: five.example
            """;

    @Test
    void each_role_has_its_machine_and_load_may_have_several() {
        Machines machines = MachinesFile.parse("m.yaml", FIVE);

        assertThat(machines.app()).isEqualTo(new Machine("app", "ssh://bench@10.0.0.2", "10.0.0.2"));
        assertThat(machines.load())
                .extracting(Machine::named)
                .containsExactly("machine load1 (10.0.0.4)", "machine load2 (five.example)");
        assertThat(machines.all()).hasSize(4);
        assertThat(machines.far()).isTrue();
    }

    @Test
    void an_endpoint_is_called_as_host_and_a_context_by_its_name() {
        Machines machines = MachinesFile.parse("m.yaml", FIVE);

        assertThat(machines.app().docker(List.of("info")).command())
                .containsExactly("docker", "--host", "ssh://bench@10.0.0.2", "info");
        assertThat(machines.load().get(1).docker(List.of("info")).command())
                .containsExactly("docker", "--context", "rack-five", "info");
        assertThat(Machine.HERE.docker(List.of("info")).command()).containsExactly("docker", "info");
    }

    @Test
    void roles_with_the_same_engine_are_one_machine_with_both_names() {
        Machines machines = MachinesFile.parse("m.yaml", """
                app:      { docker: one, address: 10.0.0.2 }
                database: { docker: two, address: 10.0.0.3 }
                load:     { docker: one, address: 10.0.0.2 }
                """);

        assertThat(machines.load()).containsExactly(machines.app());
        assertThat(machines.app().roles()).isEqualTo("app and load");
        assertThat(machines.all()).hasSize(2);
    }

    @Test
    void without_a_file_all_roles_are_this_machine() {
        assertThat(Machines.HERE.far()).isFalse();
        assertThat(Machines.HERE.all()).containsExactly(Machine.HERE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apps: { docker: a, address: b }                              | line 1: unknown role 'apps'. Valid: app, database, load.
            app: 10.0.0.2                                                | line 1: the role app needs a machine: { docker:
            app: [{ docker: a, address: b }]                             | line 1: the role app has one machine, not a list
            app: { docker: a, address: b, port: 3 }                      | line 1: unknown field 'port'. Valid: docker, address.
            app: { address: b }                                          | line 1: the role app needs 'docker'
            app: { docker: http://a, address: b }                        | line 1: the role app needs 'docker'
            app: { docker: '-H', address: b }                            | line 1: the role app needs 'docker'
            app: { docker: a }                                           | line 1: the role app needs 'address'
            app: { docker: a, address: -oProxyCommand=x }                | line 1: the role app needs 'address'
            app: { docker: [a], address: b }                             | line 1: the field 'docker' must be a single value
            app: { docker: a, address: b }                               | the role database has no machine. Add 'database: {
            app: { docker: a, docker: b, address: c }                    | this is not YAML: Duplicate
            []                                                           | line 1: the file needs the roles app, database and load
            """)
    void what_is_wrong_in_a_file_is_said_with_its_line(String text, String message) {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> MachinesFile.parse("m.yaml", text))
                .withMessageStartingWith("m.yaml, line ")
                .withMessageContaining(message);
    }

    @Test
    void the_line_of_a_later_fault_is_named_too() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> MachinesFile.parse("m.yaml", FIVE.replace("rack-five", "ssh://bench@10.0.0.4")))
                .withMessage("m.yaml, line 6: 'ssh://bench@10.0.0.4' already has the address 10.0.0.4.");
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(
                        () -> MachinesFile.parse("m.yaml", FIVE + "  - { docker: rack-five, address: five.example }\n"))
                .withMessage("m.yaml, line 6: 'rack-five' is a load machine twice.");
    }

    @Test
    void a_file_that_is_not_there_is_bad_input() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Machines.read(Path.of("no-such-file.yaml")))
                .withMessageContaining("no-such-file.yaml cannot be read");
    }

    @Test
    void a_clock_that_is_an_hour_off_is_a_fault_and_one_within_the_uncertainty_is_not() {
        Instant before = Instant.parse("2026-11-23T10:00:00Z");
        Instant after = before.plus(Duration.ofMillis(400));
        List<String> faults = new ArrayList<>();

        assertThat(Health.clock("2026-11-23T10:00:00.3Z", before, after, faults))
                .isEqualTo("+0.10 s (±0.20)");
        assertThat(faults).isEmpty();
        Health.clock("2026-11-23T11:00:00Z", before, after, faults);
        assertThat(faults).containsExactly("its clock is off by 3599.8 s. Synchronize it, for example with chrony.");
    }

    @Test
    void an_engine_that_does_not_answer_is_one_fault_and_no_facts() {
        Health health = Health.of(new Machine("app", "unix:///no/such/socket", "127.0.0.1"));

        assertThat(health.facts()).isEmpty();
        assertThat(health.faults()).hasSize(1);
    }
}
