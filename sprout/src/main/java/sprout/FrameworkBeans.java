package sprout;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import sprout.aop.ProceedingJoinPoint;
import sprout.beans.BeanContext;
import sprout.beans.BeanDefinition;
import sprout.beans.BeanDefinition.Precedence;
import sprout.beans.BeanModule;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;
import sprout.config.AppConfig;
import sprout.data.ConnectionPool;
import sprout.data.DataAccessException;
import sprout.data.JdbcTemplate;
import sprout.data.Transactional;
import sprout.data.Transactions;
import sprout.http.HttpRequestParser;
import sprout.messaging.WebSocketEndpoints;
import sprout.mvc.ErrorMapping;
import sprout.mvc.HandlerMapping;
import sprout.mvc.Json;
import sprout.mvc.Problem;
import sprout.mvc.RequestDispatcher;

/**
 * Defines the beans that the framework provides to every application. They are created on demand; an application bean
 * of the same type replaces a fallback.
 */
final class FrameworkBeans implements BeanModule {
    private final AppConfig config;
    private final @Nullable ConnectionPool pool;
    private final ClassLoader loader;

    FrameworkBeans(AppConfig config, @Nullable ConnectionPool pool, ClassLoader loader) {
        this.config = config;
        this.pool = pool;
        this.loader = loader;
    }

    @Override
    public String packageName() {
        return "sprout";
    }

    @Override
    public List<BeanDefinition> definitions() {
        List<BeanDefinition> definitions = new ArrayList<>(List.of(
                fallback("appConfig", AppConfig.class),
                fallback("json", Json.class),
                fallback("requestDispatcher", RequestDispatcher.class),
                fallback("httpRequestParser", HttpRequestParser.class),
                fallback("contextPropagators", ContextPropagators.class),
                BeanDefinition.of("webSocketEndpoints", Precedence.NORMAL, BeanDefinition.LAST, HandlerMapping.class)));
        if (pool != null) {
            definitions.add(fallback("connectionPool", ConnectionPool.class));
            definitions.add(fallback("jdbcTemplate", JdbcTemplate.class));
            definitions.add(fallback("dataSource", DataSource.class));
            definitions.add(
                    BeanDefinition.of("databaseErrors", Precedence.NORMAL, BeanDefinition.LAST, ErrorMapping.class));
            definitions.add(fallback("transactions", Transactions.class));
        }
        return definitions;
    }

    private static BeanDefinition fallback(String name, Class<?> type) {
        return BeanDefinition.of(name, Precedence.FALLBACK, BeanDefinition.LAST, type);
    }

    @Override
    public Object create(int index, BeanContext beans) {
        return switch (index) {
            case 0 -> config;
            case 1 -> Json.generated();
            case 2 -> RequestDispatcher.of(beans, beans.get(Json.class), loader);
            case 3 ->
                new HttpRequestParser(new ServerSettings(config).application().limits());
            case 4 -> new ContextPropagators(beans.list(ContextPropagator.class));
            case 5 -> webSocketEndpoints(beans);
            case 6 -> connectionPool();
            case 7 -> new JdbcTemplate(beans.get(ConnectionPool.class));
            case 8 -> beans.get(ConnectionPool.class).dataSource();
            case 9 -> (ErrorMapping) FrameworkBeans::databaseError;
            case 10 -> new Transactions(beans.get(ConnectionPool.class));
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public List<AdviceDefinition> advices() {
        return List.of(new AdviceDefinition(Transactional.class, Transactions.class));
    }

    @Override
    public @Nullable Object advise(int index, Object aspect, ProceedingJoinPoint call) throws Throwable {
        return ((Transactions) aspect).around(call);
    }

    private WebSocketEndpoints webSocketEndpoints(BeanContext beans) {
        ServerSettings settings = new ServerSettings(config);
        return WebSocketEndpoints.of(
                beans, beans.get(Json.class), loader, settings.webSocket(), settings.webSocketOrigins());
    }

    private ConnectionPool connectionPool() {
        if (pool == null) {
            throw new IllegalStateException("datasource.url is not set");
        }
        return pool;
    }

    @Override
    public void destroy(int index, Object bean) {
        if (bean instanceof ConnectionPool opened) {
            opened.close();
        }
    }

    private static @Nullable Problem databaseError(Exception failure) {
        if (!(failure instanceof DataAccessException access)) {
            return null;
        }
        if (access.unavailable()) {
            return Problem.of(503, "The database does not answer.");
        }
        return access.valueRefused() ? Problem.of(400, "The request has a value that the database cannot hold.") : null;
    }
}
