package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.record.Disk;
import comparison.lab.study.Finding;
import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Configures and reads the JVM's flight recording, which lasts from the JVM's start to its end. */
final class FlightRecording {

    private FlightRecording() {}

    /** Writes the settings to a folder and returns the JVM's flags that record into it. */
    static List<String> flags(Path folder) {
        return List.of(
                "-XX:StartFlightRecording:settings=%s,filename=%s,dumponexit=true"
                        .formatted(
                                Disk.unpack(
                                        FlightRecording.class,
                                        "profile.jfc",
                                        folder.resolve("profile.jfc").toAbsolutePath()),
                                file(folder).toAbsolutePath()),
                "-Xlog:jfr+startup=error");
    }

    /** Returns the file of the recording that {@link #flags} configures. */
    static Path file(Path folder) {
        return folder.resolve("jvm.jfr");
    }

    /**
     * Reads a recording.
     *
     * @throws Fault if it is missing or damaged
     */
    static List<Finding> read(Path file, Load.Window window) {
        Load load = new Load(window);
        Compilation compilation = new Compilation(window);
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                load.see(event);
                compilation.see(event);
            }
        } catch (IOException e) {
            throw Fault.broken(
                    "The JVM left no recording that can be read: %s. Was it killed? Log: app.log in the same folder."
                            .formatted(e.getMessage()));
        }
        return Stream.concat(load.sections().stream(), compilation.sections(load).stream())
                .toList();
    }

    /** Returns the names of an event's Java frames, innermost first. */
    static List<String> frames(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null
                ? List.of()
                : stack.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .map(frame -> name(frame.getMethod()))
                        .toList();
    }

    static String name(@Nullable RecordedMethod method) {
        return method == null ? "(unknown)" : type(method.getType()) + "." + method.getName();
    }

    /** Returns a class name without the number that hidden classes get at each start, so that runs are comparable. */
    static String type(@Nullable RecordedClass type) {
        return type == null ? "(unknown)" : readable(type.getName());
    }

    /** Returns a class name as in source code: {@code byte[]} for {@code [B}. */
    static String readable(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        String element = name.substring(dimensions);
        if (dimensions > 0) {
            element = element.length() == 1
                    ? ClassDesc.ofDescriptor(element).displayName()
                    : element.replaceAll("^L|;$", "");
        }
        return element.replaceAll("[+.]0x\\p{XDigit}+(/\\d+)?", "") + "[]".repeat(dimensions);
    }

    /** Returns the first frame outside the JDK, which caused the event. */
    static String site(List<String> frames) {
        return frames.stream()
                .filter(frame -> Stream.of("java.", "jdk.", "sun.", "javax.").noneMatch(frame::startsWith))
                .findFirst()
                .orElse(frames.isEmpty() ? "(no stack)" : frames.getFirst());
    }
}
