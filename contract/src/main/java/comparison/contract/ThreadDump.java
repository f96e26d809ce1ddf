package comparison.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The threads of another JVM at one moment. Only this kind of dump includes virtual threads.
 *
 * @param threads every thread as {@code jcmd Thread.dump_to_file -format=json} describes it
 */
record ThreadDump(List<JsonNode> threads) {

    /** Dumps the threads of a JVM with the {@code jcmd} of the JDK that runs this code. */
    static ThreadDump of(long pid) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("thread-dump-");
        Path file = folder.resolve("threads.json");
        try {
            String jcmd =
                    Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            new ProcessBuilder(jcmd, Long.toString(pid), "Thread.dump_to_file", "-format=json", file.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return new ThreadDump(threadsIn(JsonMapper.shared().readTree(file)).toList());
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static Stream<JsonNode> threadsIn(JsonNode dump) {
        return dump.path("threadDump")
                .path("threadContainers")
                .valueStream()
                .flatMap(container -> container.path("threads").valueStream());
    }

    /**
     * Returns whether any thread executes the method.
     *
     * @param method name with its class
     */
    boolean runs(String method) {
        return running(method).findAny().isPresent();
    }

    /**
     * Returns whether all threads that execute the method are virtual.
     *
     * @param method name with its class
     */
    boolean isVirtual(String method) {
        return running(method).allMatch(thread -> thread.path("virtual").asBoolean(false));
    }

    private Stream<JsonNode> running(String method) {
        return threads.stream()
                .filter(thread -> thread.path("stack")
                        .valueStream()
                        .anyMatch(frame -> frame.asString().contains(method + "(")));
    }
}
