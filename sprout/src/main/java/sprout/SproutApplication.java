package sprout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import sprout.beans.BeanContext;
import sprout.beans.BeanException;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.KnownSettings;
import sprout.config.Setting;
import sprout.data.ConnectionPool;
import sprout.data.PoolOptions;
import sprout.mvc.RequestDispatcher;
import sprout.server.ServerOptions;

/** Starts Sprout applications. Not thread-safe: configure and start it from one thread. */
public final class SproutApplication {
    private final Class<?> main;
    private final AppConfig config;
    private final List<Consumer<BeanContext.Builder>> overrides = new ArrayList<>();

    private SproutApplication(Class<?> main, AppConfig config) {
        this.main = main;
        this.config = config;
    }

    /**
     * Starts an application with the components in and below the package of its main class. It stops gracefully when
     * the process ends (SIGTERM). If it cannot start, this method prints the cause and ends the process with code 1. An
     * unexpected exception is printed with its stack trace.
     *
     * @param arguments settings such as {@code --server.port=8081}, which override all other sources.
     *     {@code --help-config} prints all settings and ends the process with code 0
     */
    @SuppressWarnings("SystemExitOutsideMain") // stands for the main method of every application
    public static SproutContext run(Class<?> main, String... arguments) {
        if (List.of(arguments).contains("--help-config")) {
            System.out.print(settings(main).help());
            System.exit(0);
        }
        try {
            SproutContext context = of(main, arguments).start();
            Runtime.getRuntime().addShutdownHook(new Thread(context::close, "sprout-stop"));
            return context;
        } catch (ConfigException | BeanException | IOException | IllegalArgumentException e) {
            System.err.println("Sprout cannot start: " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            System.err.println("Sprout cannot start: " + e);
            e.printStackTrace();
        }
        System.exit(1);
        throw new IllegalStateException("the process has ended");
    }

    /** Lists all settings of Sprout and of the application's own {@code @ConfigurationProperties}. */
    public static KnownSettings settings(Class<?> main) {
        List<Setting<?>> all = new ArrayList<>(frameworkSettings());
        all.addAll(BeanContext.builder().below(main).settings());
        return new KnownSettings(all);
    }

    static List<Setting<?>> frameworkSettings() {
        List<Setting<?>> all = new ArrayList<>(ServerOptions.SETTINGS);
        all.addAll(ServerSettings.SETTINGS);
        all.addAll(TlsSettings.SETTINGS);
        all.add(AppConfig.PROFILES);
        all.addAll(PoolOptions.SETTINGS);
        all.addAll(RequestDispatcher.settings());
        return all;
    }

    /**
     * Prepares an application without starting it: for tests, and for embedding in another program.
     *
     * @throws ConfigException if an argument is not of the form {@code --key=value}, or a configuration file cannot be
     *     read
     */
    public static SproutApplication of(Class<?> main, String... arguments) {
        ConnectionPool.prepare();
        return new SproutApplication(main, AppConfig.load(main.getClassLoader(), List.of(arguments)));
    }

    /** Replaces every bean of this type by the given object, for tests. */
    public <T> SproutApplication override(Class<T> type, T bean) {
        overrides.add(beans -> beans.override(type, bean));
        return this;
    }

    /**
     * Starts the application and returns when it accepts requests.
     *
     * @throws ConfigException if a setting is invalid
     * @throws BeanException if the beans cannot be wired
     * @throws IOException if the server cannot listen on a port
     */
    public SproutContext start() throws IOException {
        return SproutContext.start(main, config, this::addOverrides);
    }

    private void addOverrides(BeanContext.Builder beans) {
        overrides.forEach(override -> override.accept(beans));
    }
}
