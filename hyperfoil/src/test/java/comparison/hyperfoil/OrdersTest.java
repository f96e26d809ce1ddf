package comparison.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.client.Orders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What both clients have in common. */
class OrdersTest {

    private final InputStream in = System.in;
    private final PrintStream out = System.out;

    @AfterEach
    void giveTheStreamsBack() {
        System.setIn(in);
        System.setOut(out);
    }

    @Test
    void an_error_is_answered_and_the_next_order_is_carried_out() throws IOException {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        System.setIn(new ByteArrayInputStream("load=broken\nload=fine\n".getBytes(StandardCharsets.UTF_8)));
        System.setOut(new PrintStream(answers, true, StandardCharsets.UTF_8));

        new Orders().serve(OrdersTest::send);

        assertThat(answers.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("ready", "failed\tjava.lang.NoClassDefFoundError: missing/Sampler", "done\t7");
    }

    private static String send(Map<String, String> settings) {
        if (settings.containsValue("broken")) {
            throw new NoClassDefFoundError("missing/Sampler");
        }
        return "7";
    }
}
