package comparison.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
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
 * Runs JMeter in a process that sends one load after the other, so that measured loads use a warm client. Loads arrive
 * through {@link Orders}: the settings {@code plan} and {@code result} are files. With {@code schedule}, the schedule
 * of an Open Model Thread Group replaces the plan's threads and loops. All other settings are properties of the plan.
 *
 * <p>The process ends at the end of its input. Arguments: JMeter's folder, then files of properties.
 */
public final class Client {

    private static final String CLASS_PATH = "java.class.path";
    /** The default of Gatling. */
    private static final String ANSWER_MILLIS = "60000";

    private Client() {}

    /** Executes orders until the end of the input. */
    public static void main(String... arguments) throws IOException {
        Orders orders = new Orders();
        initialize(Path.of(arguments[0]));
        for (int i = 1; i < arguments.length; i++) {
            JMeterUtils.getJMeterProperties().putAll(JMeterUtils.loadProperties(arguments[i]));
        }
        SaveService.loadProperties();
        orders.serve(Client::load);
        // JMeter keeps threads alive.
        System.exit(0);
    }

    private static void initialize(Path home) {
        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
        JMeterUtils.initLocale();
        // JMeter searches functions such as __P in the jars named here.
        JMeterUtils.setProperty("search_paths", System.getProperty(CLASS_PATH).replace(File.pathSeparatorChar, ';'));
    }

    /** Changes a plan to the open model: arrivals on a schedule, each with its own thread, connection and loop. */
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

    /** Makes all threads share a number of connections, if the order names one. */
    private static AutoCloseable sharing(Map<String, String> settings, HashTree plan) {
        String limit = settings.get("connections");
        if (limit == null) {
            return () -> {};
        }
        SharedConnections connections = new SharedConnections(
                "http://" + Orders.setting(settings, "host") + ":" + Orders.setting(settings, "port"),
                Integer.parseInt(limit),
                Integer.parseInt(settings.getOrDefault("responseTimeout", ANSWER_MILLIS)));
        connections.take(plan);
        return connections;
    }

    private static String load(Map<String, String> settings) throws Exception {
        Properties properties = JMeterUtils.getJMeterProperties();
        properties.putAll(settings);
        File file = new File(Orders.setting(settings, "plan"));
        FileServer.getFileServer().setBaseForScript(file);
        HashTree plan = SaveService.loadTree(file);
        JMeter.convertSubTree(plan, true);
        Optional.ofNullable(settings.get("schedule")).ifPresent(schedule -> open(plan, schedule));
        Samples samples = Samples.inMillis(Path.of(Orders.setting(settings, "result")));
        try (samples;
                AutoCloseable _ = sharing(settings, plan)) {
            plan.add(plan.getArray()[0], new Tally(samples));
            StandardJMeterEngine engine = new StandardJMeterEngine();
            engine.configure(plan);
            engine.run();
        }
        return samples.counts();
    }
}
