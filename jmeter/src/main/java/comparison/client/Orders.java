package comparison.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * How a client process is told each load: a line on its standard input, answered by a line on its standard output.
 *
 * <pre>
 *   order    name=value, separated by tabs
 *   answer   done, and the counts of {@link Samples#counts}, separated by tabs; or: failed, and why
 * </pre>
 *
 * What anybody else prints goes to standard error, so that it is not taken for an answer.
 */
public final class Orders {

    private final PrintStream answers = System.out;

    /** Takes standard output for itself. */
    public Orders() {
        System.setOut(System.err);
    }

    /** Something that sends a load. */
    @FunctionalInterface
    public interface Load {

        /**
         * Sends it and waits for its end.
         *
         * @param settings of the order, by name
         * @return the counts
         */
        String send(Map<String, String> settings) throws Exception;
    }

    /** Says {@code ready}, then carries out orders until there are no more. */
    public void serve(Load load) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            carryOut(load, order);
        }
    }

    private void carryOut(Load load, String order) {
        try {
            say("done\t" + load.send(parse(order)));
        } catch (Exception e) {
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
     * Returns a setting of an order.
     *
     * @throws IllegalArgumentException if it is not there
     */
    public static String setting(Map<String, String> settings, String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the order names no " + name);
        }
        return value;
    }
}
