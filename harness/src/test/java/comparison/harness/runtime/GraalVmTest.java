package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraalVmTest {

    private static final String IMAGE = "localhost/nobody-made-this:ever";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_machine_without_graalvm_is_told_the_cure() {
        assertThat(GraalVm.state(null, folder, true))
                .startsWith("no    packaging native: GRAALVM_HOME is not set")
                .contains("set GRAALVM_HOME to a GraalVM 25");
    }

    @Test
    void a_folder_without_native_image_is_named() {
        assertThat(GraalVm.state(folder.toString(), folder, true))
                .startsWith("no    packaging native: GRAALVM_HOME is " + folder + ", which has no bin/native-image");
    }

    @Test
    void a_graalvm_of_another_jdk_is_refused() throws IOException {
        graalVm("21.0.2");

        assertThat(GraalVm.state(folder.toString(), folder, true)).contains("is not one of JDK 25");
    }

    @Test
    void a_graalvm_25_is_accepted() throws IOException {
        graalVm("25.0.2");

        assertThat(GraalVm.state(folder.toString(), folder, true))
                .isEqualTo("ok    packaging native: GraalVM in " + folder);
    }

    @Test
    void a_builder_image_that_is_only_named_is_not_called_present() {
        assertThat(GraalVm.builder(IMAGE, Optional.of(true)))
                .isEqualTo("ok    packaging native: builder image %s (.env): present", IMAGE);
        assertThat(GraalVm.builder(IMAGE, Optional.of(false)))
                .startsWith("no    packaging native: builder image %s (.env): named, not pulled".formatted(IMAGE))
                .contains("./bench images --from-debian");
        assertThat(GraalVm.builder(IMAGE, Optional.empty()))
                .startsWith("no    packaging native: builder image %s (.env): named;".formatted(IMAGE))
                .contains("not known");
    }

    @Test
    void the_builder_image_is_the_last_that_env_names() throws IOException {
        assertThat(GraalVm.builder(folder)).isEmpty();
        Files.writeString(folder.resolve(".env"), "GRAALVM_IMAGE=\nJDK_IMAGE=a\n");
        assertThat(GraalVm.builder(folder)).isEmpty();
        Files.writeString(folder.resolve(".env"), "GRAALVM_IMAGE=b\nGRAALVM_IMAGE=\"c:25\"\nJDK_IMAGE=a\n");
        assertThat(GraalVm.builder(folder)).contains("c:25");
    }

    private void graalVm(String version) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path program = Files.writeString(folder.resolve("bin/native-image"), "");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }
}
