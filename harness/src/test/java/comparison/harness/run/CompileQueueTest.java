package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CompileQueueTest {

    @Test
    void methodsInACompilerAndInEachQueueAreCounted() throws IOException {
        assertThat(CompileQueue.parse(1, """
                0
                Current compiles:\s
                C2 CompilerThread0      6150 2305       4       java.util.HashMap::putVal (300 bytes)

                C1 compile queue:
                Empty

                C2 compile queue:
                      6150 2310       4       java.lang.String::hashCode (60 bytes)
                      6150 2311   !   4       java.io.Reader::read (20 bytes)

                """)).isEqualTo(new CompileQueue(1, 1, 0, 2));
    }

    @Test
    void anAnswerWithoutQueuesIsNotACompileQueue() {
        assertThatIOException()
                .isThrownBy(() -> CompileQueue.parse(1, "1\njava.lang.IllegalArgumentException: Unknown command\n"))
                .withMessageContaining("Unknown command");
    }
}
