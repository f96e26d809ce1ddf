package comparison.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Receives the loads of a client process: each is a line on its standard input, answered by a line on its standard
 * output.
 *
 * <pre>
 *   order    name=value, separated by tabs
 *   answer   done, and the counts of {@link Samples#counts}, separated by tabs; or: failed, and why
 * </pre>
 *
 * <p>All other output goes to standard error, so that it is not mistaken for an answer.
 */
public final class Orders {

    private final PrintStream answers = System.out;

    /** Reserves standard output for answers. */
    public Orders() {
        System.setOut(System.err);
    }

    /** Sends a load. */
    @FunctionalInterface
    public interface Load {

        /**
         * Sends the load and waits until it has finished.
         *
         * @param settings of the order, by name
         * @return the counts
         */
        String send(Map<String, String> settings) throws Exception;
    }

    /** Answers {@code ready}, then executes orders until the end of the input. */
    public void serve(Load load) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            carryOut(load, order);
        }
    }

    /** Answers even after an Error, which would end this thread but not the process: the harness would wait. */
    private void carryOut(Load load, String order) {
        try {
            say("done\t" + load.send(parse(order)));
        } catch (Exception | Error e) {
            say("failed\t" + String.valueOf(e).lines().findFirst().orElse(""));
        }
    }

    private void say(String answer) {
        answers.println(answer);
        answers.flush();
    }

    private static Map<String, String> parse(String order) {
        Map<String, String> settings = new HashMap<>();
        for (String setting : order.split("\t", -1)) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return settings;
    }

    /**
     * Reads a required setting of an order.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public static String setting(Map<String, String> settings, String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the order names no " + name);
        }
        return value;
    }
}
