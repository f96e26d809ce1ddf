package comparison.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AtEndTest {

    @Test
    void after_ctrl_c_it_is_done_and_taking_it_back_while_the_jvm_ends_throws_nothing() {
        Program.Ended ended = new Program(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ending.class.getName()))
                .within(Duration.ofMinutes(1))
                .run();

        assertThat(ended.output().lines())
                .contains("cleaned up", "the other too", "taken back quietly")
                .doesNotContain("never");
    }

    /** A JVM that is told to end while something is still to be taken back. */
    static final class Ending {

        public static void main(String[] arguments) throws InterruptedException {
            CountDownLatch ending = new CountDownLatch(1);
            CountDownLatch takenBack = new CountDownLatch(1);
            AtEnd _ = AtEnd.run("clean up", () -> {
                System.out.println("cleaned up");
                ending.countDown();
                try {
                    takenBack.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            AtEnd other = AtEnd.run("other", () -> System.out.println("the other too"));
            AtEnd.run("taken back before", () -> System.out.println("never")).close();
            Thread.ofPlatform().daemon().start(() -> System.exit(130));
            ending.await();
            other.close();
            System.out.println("taken back quietly");
            takenBack.countDown();
        }
    }
}
