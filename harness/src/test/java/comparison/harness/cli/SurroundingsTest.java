package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {

    private static final String X86 = """
            processor\t: 0
            vendor_id\t: AuthenticAMD
            cpu family\t: 25
            model\t\t: 17
            model name\t: AMD EPYC
            stepping\t: 1
            cpu MHz\t\t: 2596.134
            cpu cores\t: 2
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path root;

    @Test
    void a_processor_is_told_apart_from_others_of_the_same_name() throws IOException {
        write("proc/cpuinfo", X86);
        write("sys/devices/system/cpu/cpu0/topology/thread_siblings", "00000001,00000000,00000001\n");
        write("sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n");
        write("sys/devices/system/cpu/vulnerabilities/spectre_v1", "Mitigation: usercopy/swapgs barriers\n");
        write("sys/devices/system/cpu/vulnerabilities/spec_store_bypass", "Vulnerable\n");

        Environment.Machine machine = Surroundings.machine(root);

        assertThat(machine.cpu()).isEqualTo("AMD EPYC");
        assertThat(machine.vulnerabilities())
                .isEqualTo(Map.of(
                        "spectre_v1", "Mitigation: usercopy/swapgs barriers", "spec_store_bypass", "Vulnerable"));
        assertThat(machine.processor())
                .containsExactly(
                        "AuthenticAMD family 25 model 17 stepping 1",
                        "2 threads per core",
                        "2596 MHz",
                        "mitigated: spectre_v1",
                        "vulnerable: spec_store_bypass");
    }

    @Test
    void a_processor_of_arm_is_identified_by_what_it_has_instead() throws IOException {
        write("proc/cpuinfo", """
                processor\t: 0
                BogoMIPS\t: 243.75
                CPU implementer\t: 0x41
                CPU architecture: 8
                CPU variant\t: 0x3
                CPU part\t: 0xd0c
                CPU revision\t: 1
                """);

        assertThat(Surroundings.machine(root).processor())
                .containsExactly("implementer 0x41 variant 0x3 part 0xd0c revision 1");
    }

    @Test
    void what_the_machine_does_not_say_is_unknown() {
        Environment.Machine machine = Surroundings.machine(root);

        assertThat(machine.cpuId()).isNull();
        assertThat(machine.threadsPerCore()).isNull();
        assertThat(machine.cpuMhz()).isNull();
        assertThat(machine.vulnerabilities()).isNull();
        assertThat(machine.processor()).isEmpty();
    }

    @Test
    void another_model_of_the_same_name_differs_but_another_clock_rate_does_not() throws IOException {
        write("proc/cpuinfo", X86);
        Environment.Machine first = Surroundings.machine(root);
        write("proc/cpuinfo", X86.replace("2596", "3100"));
        assertThat(Surroundings.machine(root).differencesFrom(first)).isEmpty();

        write("proc/cpuinfo", X86.replace(": 17", ": 1"));
        assertThat(Surroundings.machine(root).differencesFrom(first))
                .containsExactly(new Environment.Difference(
                        "processor model",
                        "AuthenticAMD family 25 model 17 stepping 1",
                        "AuthenticAMD family 25 model 1 stepping 1"));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
