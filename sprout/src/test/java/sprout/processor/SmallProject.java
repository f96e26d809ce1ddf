package sprout.processor;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import sprout.SproutApplication;
import sprout.beans.BeanContext;

/** Classes of package {@code small}, compiled as a build would do it. */
final class SmallProject {
    private final Path sources;
    private final Path classes;
    private String main = "";

    SmallProject(Path folder) throws IOException {
        this.sources = Files.createDirectories(folder.resolve("src"));
        this.classes = Files.createDirectories(folder.resolve("classes"));
    }

    /** Writes a class, whose name is the first that follows {@code class}, {@code record} or {@code interface}. */
    String write(String text) throws IOException {
        String name = text.replaceFirst("(?s).*?\\b(?:class|record|@?interface) (\\w+).*", "$1") + ".java";
        String header =
                "package small; import sprout.beans.annotation.*; import sprout.aop.annotation.*; import sprout.aop.*;"
                        + " import sprout.messaging.annotation.*;";
        Files.writeString(sources.resolve(name), header + text);
        return name;
    }

    /** Compiles these files against what was compiled before, and returns what the compiler had to say. */
    String compile(boolean processors, List<String> files) throws IOException {
        main = "small." + files.getFirst().replace(".java", "");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String libraries = System.getProperty("java.class.path");
        List<String> options = new ArrayList<>(List.of(
                "-d", classes.toString(), "-cp", classes + File.pathSeparator + libraries, "-parameters", "-nowarn"));
        options.addAll(processors ? List.of("-processorpath", libraries) : List.of("-proc:none"));
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            compiler.getTask(
                            messages,
                            manager,
                            null,
                            options,
                            null,
                            manager.getJavaFileObjectsFromPaths(
                                    files.stream().map(sources::resolve).toList()))
                    .call();
        }
        return messages.toString();
    }

    /** The names of the beans of an application whose main class is the first one that was compiled last. */
    List<String> beans() throws IOException, ClassNotFoundException {
        try (URLClassLoader loader = loader();
                BeanContext context =
                        BeanContext.builder().below(loader.loadClass(main)).start()) {
            return context.map(Runnable.class).keySet().stream().sorted().toList();
        }
    }

    /** Starts the application, which is expected to fail. */
    void start() throws IOException, ClassNotFoundException {
        try (URLClassLoader loader = loader()) {
            SproutApplication.of(loader.loadClass(main), "--server.port=0", "--management.server.port=0")
                    .start()
                    .close();
        }
    }

    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }
}
