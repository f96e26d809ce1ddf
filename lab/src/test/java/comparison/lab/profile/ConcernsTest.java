package comparison.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConcernsTest {

    private static final Concerns CONCERNS = new Concerns(
            List.of("Profiler::"),
            Map.of("concern", Map.of("web", List.of("web.", "[http"), "headers", List.of("web.headers."))));

    @Test
    void the_innermost_frame_that_is_listed_decides_and_the_jdk_counts_for_its_caller() {
        assertThat(shares("web/Server.run_[j];web/headers/Map.put_[1];java/util/HashMap.put_[i] 3", "web/Server.run 1"))
                .containsOnly(entry("web", 25.0), entry("headers", 75.0), entry(Concerns.OTHER, 0.0));
    }

    @Test
    void what_no_frame_tells_is_attributed_by_the_thread_or_not_at_all() {
        assertThat(shares("[http-1 tid=7];java/lang/Thread.run;read 1", "java/lang/Thread.run;read 1"))
                .containsOnly(entry("web", 50.0), entry("headers", 0.0), entry(Concerns.OTHER, 50.0));
    }

    @Test
    void samples_of_the_profilers_are_left_out() {
        assertThat(shares("web/Server.run 2", "web/Server.run;Profiler::recordSample;memcpy 8"))
                .containsOnly(entry("web", 100.0), entry("headers", 0.0), entry(Concerns.OTHER, 0.0));
    }

    @Test
    void a_method_alone_has_a_concern_too() {
        assertThat(CONCERNS.of("web.headers.Map.put")).isEqualTo("headers");
        assertThat(CONCERNS.of("java.util.HashMap.put")).isEqualTo(Concerns.OTHER);
    }

    @Test
    void the_lists_of_the_project_can_be_read_and_know_a_frame_of_each_stack() {
        Map<String, Double> shares = Concerns.listed()
                .shares(List.of(
                        "[reactor-http-epoll-1 tid=1];io/r2dbc/postgresql/Client.send;io/netty/channel/unix/write 1"))
                .get("side");
        assertThat(shares).containsEntry("database", 100.0).containsEntry("web", 0.0);
    }

    private static Map<String, Double> shares(String... stacks) {
        return CONCERNS.shares(List.of(stacks)).getOrDefault("concern", Map.of());
    }
}
