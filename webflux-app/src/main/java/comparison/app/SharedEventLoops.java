package comparison.app;

import io.r2dbc.spi.Option;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.r2dbc.autoconfigure.ConnectionFactoryOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.resources.LoopResources;

/**
 * Runs the sockets of clients and of the database on the same event loops, if {@code event-loops} is {@code shared}. A
 * database connection may run on a different loop than the request that opened it, so all loops share the connections.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "event-loops", havingValue = "shared")
class SharedEventLoops {

    @Bean
    ReactorResourceFactory eventLoops() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setLoopResourcesSupplier(() -> LoopResources.create(
                "shared", LoopResources.DEFAULT_IO_SELECT_COUNT, LoopResources.DEFAULT_IO_WORKER_COUNT, true, false));
        return resources;
    }

    @Bean
    ConnectionFactoryOptionsBuilderCustomizer databaseOn(ReactorResourceFactory eventLoops) {
        return options -> options.option(Option.<LoopResources>valueOf("loopResources"), eventLoops.getLoopResources());
    }
}
