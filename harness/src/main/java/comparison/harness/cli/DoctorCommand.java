package comparison.harness.cli;

import comparison.harness.runtime.DockerTestbed;
import comparison.harness.runtime.ProcessTestbed;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "doctor",
        description = {
            "Shows what this machine has and lacks for measuring, with the cure.",
            "LACKS: figures will not be good, and the exit code is 3. no: only some variants, simulations or profiles need it."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand extends BenchCommand {

    private static final int CPUS = 2;
    private static final long GIB = 1L << 30;
    /** 1 GiB each for database and server, the rest for the client, the harness and the system. */
    private static final long MEMORY = 4 * GIB;
    /** For images, JMeter, Maven's downloads and results. */
    private static final long DISK = 5 * GIB;

    private boolean lacking;

    @Override
    public Integer call() {
        Project project = Project.here();
        PrintWriter out = out();
        line(out, true, "JDK %s in %s".formatted(Runtime.version(), System.getProperty("java.home")), "");
        line(out, true, "Maven: " + project.maven(), "");
        processors(out);
        memory(out);
        disk(out, project.path());
        out.println("ok    runtime process: " + ProcessTestbed.confinement());
        Optional<String> obstacle = DockerTestbed.obstacle();
        out.println(
                obstacle.map(why -> "no    runtime docker: " + why).orElse("ok    runtime docker: an engine answers"));
        Extras.of(project.path(), obstacle).forEach(out::println);
        return lacking ? 3 : 0;
    }

    private void line(PrintWriter out, boolean good, String what, String cure) {
        lacking |= !good;
        out.println((good ? "ok    " : "LACKS ") + what + (cure.isEmpty() || good ? "" : ". " + cure));
    }

    private void processors(PrintWriter out) {
        int cpus = Runtime.getRuntime().availableProcessors();
        line(out, cpus >= CPUS, cpus + " processors", "The limits need at least " + CPUS + "; figures will be low.");
    }

    private void memory(PrintWriter out) {
        long bytes = Surroundings.memoryBytes();
        if (bytes <= 0) {
            line(out, false, "/proc/meminfo, so the memory is unknown", "A run needs %d GiB.".formatted(MEMORY / GIB));
            return;
        }
        line(
                out,
                bytes >= MEMORY,
                "%d GiB of memory".formatted(bytes / GIB),
                "A run needs %d GiB.".formatted(MEMORY / GIB));
    }

    private void disk(PrintWriter out, Path folder) {
        try {
            long bytes = Files.getFileStore(folder).getUsableSpace();
            line(
                    out,
                    bytes >= DISK,
                    "%d GiB free on the disk of %s".formatted(bytes / GIB, folder),
                    "A first run needs %d GiB; './bench clean' deletes old runs.".formatted(DISK / GIB));
        } catch (java.io.IOException e) {
            line(out, false, "the disk of " + folder + " can't be asked", e.toString());
        }
    }
}
