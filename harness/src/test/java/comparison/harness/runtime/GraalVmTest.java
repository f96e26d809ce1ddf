package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraalVmTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_machine_without_graalvm_is_told_the_cure() {
        assertThat(GraalVm.state(null, folder))
                .startsWith("no    packaging native: GRAALVM_HOME is not set")
                .contains("set GRAALVM_HOME to a GraalVM 25");
    }

    @Test
    void a_folder_without_native_image_is_named() {
        assertThat(GraalVm.state(folder.toString(), folder))
                .startsWith("no    packaging native: GRAALVM_HOME is " + folder + ", which has no bin/native-image");
    }

    @Test
    void a_graalvm_of_another_jdk_is_refused() throws IOException {
        graalVm("21.0.2");

        assertThat(GraalVm.state(folder.toString(), folder)).contains("is not one of JDK 25");
    }

    @Test
    void a_graalvm_25_is_accepted() throws IOException {
        graalVm("25.0.2");

        assertThat(GraalVm.state(folder.toString(), folder)).isEqualTo("ok    packaging native: GraalVM in " + folder);
    }

    @Test
    void an_image_that_env_names_is_enough() throws IOException {
        Files.writeString(folder.resolve(".env"), "JDK_IMAGE=a\nGRAALVM_IMAGE=b\n");

        assertThat(GraalVm.state(null, folder)).startsWith("ok    packaging native: .env");
    }

    private void graalVm(String version) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path program = Files.writeString(folder.resolve("bin/native-image"), "");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }
}
