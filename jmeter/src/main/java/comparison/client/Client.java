package comparison.client;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * JMeter as a process that carries out one load after the other, so that a measured load meets a client that is warm. It
 * reads orders from standard input, a line each, and answers each with a line on standard output:
 *
 * <pre>
 *   order    name=value, separated by tabs: plan and result are files; with schedule, that of an Open Model Thread Group
 *            takes the place of the plan's threads and loops; all others are properties of the plan
 *   answer   done, and the counts of {@link Tally#counts}, separated by tabs; or: failed, and why
 * </pre>
 *
 * It ends with its input. Arguments: JMeter's folder, then files of properties.
 */
public final class Client {

    private static final String CLASS_PATH = "java.class.path";

    private final PrintStream answers;

    private Client(PrintStream answers) {
        this.answers = answers;
    }

    /** Says {@code ready}, then carries out orders until there are no more. */
    public static void main(String... arguments) throws IOException {
        // What JMeter prints must not be taken for an answer.
        PrintStream answers = System.out;
        System.setOut(System.err);
        initialize(Path.of(arguments[0]));
        for (int i = 1; i < arguments.length; i++) {
            JMeterUtils.getJMeterProperties().putAll(JMeterUtils.loadProperties(arguments[i]));
        }
        new Client(answers).serve();
        // JMeter keeps threads of its own alive.
        System.exit(0);
    }

    private static void initialize(Path home) {
        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
        JMeterUtils.initLocale();
        // Functions such as __P are looked for in the jars that are named here.
        JMeterUtils.setProperty("search_paths", System.getProperty(CLASS_PATH).replace(File.pathSeparatorChar, ';'));
    }

    private void serve() throws IOException {
        SaveService.loadProperties();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("ready");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            carryOut(order);
        }
    }

    private void carryOut(String order) {
        try {
            say("done\t" + load(parse(order)));
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

    /** The same requests in the open model: arrivals on a schedule, each a thread, a connection and one loop of its own. */
    private static void open(HashTree plan, String schedule) {
        SearchByClass<ThreadGroup> closed = new SearchByClass<>(ThreadGroup.class);
        plan.traverse(closed);
        for (ThreadGroup group : closed.getSearchResults()) {
            OpenModelThreadGroup arrivals = new OpenModelThreadGroup();
            arrivals.setName(group.getName());
            arrivals.setScheduleString(schedule);
            plan.getTree(plan.getArray()[0]).replaceKey(group, arrivals);
        }
    }

    private static String setting(Map<String, String> settings, String name) {
        String value = settings.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the order names no " + name);
        }
        return value;
    }

    /** With an order that names a number of connections, all threads share so many of them. */
    private static AutoCloseable sharing(Map<String, String> settings, HashTree plan) {
        String limit = settings.get("connections");
        if (limit == null) {
            return () -> {};
        }
        SharedConnections connections = new SharedConnections(
                "http://" + setting(settings, "host") + ":" + setting(settings, "port"), Integer.parseInt(limit));
        connections.take(plan);
        return connections;
    }

    private static String load(Map<String, String> settings) throws Exception {
        Properties properties = JMeterUtils.getJMeterProperties();
        properties.putAll(settings);
        File file = new File(setting(settings, "plan"));
        FileServer.getFileServer().setBaseForScript(file);
        HashTree plan = SaveService.loadTree(file);
        JMeter.convertSubTree(plan, true);
        Optional.ofNullable(settings.get("schedule")).ifPresent(schedule -> open(plan, schedule));
        Tally tally = new Tally(Path.of(setting(settings, "result")));
        try (tally;
                AutoCloseable _ = sharing(settings, plan)) {
            plan.add(plan.getArray()[0], tally);
            StandardJMeterEngine engine = new StandardJMeterEngine();
            engine.configure(plan);
            engine.run();
        }
        return tally.counts();
    }
}
