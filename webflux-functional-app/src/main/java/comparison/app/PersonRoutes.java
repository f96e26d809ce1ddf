package comparison.app;

import static org.springframework.web.reactive.function.server.RequestPredicates.accept;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;
import static org.springframework.web.reactive.function.server.RouterFunctions.nest;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import java.util.List;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import reactor.core.publisher.Mono;

/**
 * Routes requests to {@link PersonHandler}. If only the method or the type of a route does not fit, the answer is 405
 * or 406.
 */
@Configuration(proxyBeanMethods = false)
class PersonRoutes {

    private static final RequestPredicate JSON = accept(MediaType.APPLICATION_JSON);

    /** The context of the management port finds these routes too, and must not serve them. */
    @Bean
    RouterFunction<ServerResponse> people(PersonHandler people, ApplicationContext application) {
        return nest(request -> application.equals(request.exchange().getApplicationContext()), routes(people));
    }

    private static RouterFunction<ServerResponse> routes(PersonHandler people) {
        return route().GET("/person/{id}", JSON, people::find)
                .POST("/person", JSON, people::create)
                .PUT("/person/{id}", JSON, people::update)
                .DELETE("/person/{id}", people::delete)
                .GET("/person", JSON, people::list)
                .route(path("/person"), request -> refused(request, HttpMethod.GET, HttpMethod.POST))
                .route(
                        path("/person/{id}"),
                        request -> refused(request, HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE))
                .build();
    }

    private static Mono<ServerResponse> refused(ServerRequest request, HttpMethod... allowed) {
        List<HttpMethod> methods = List.of(allowed);
        return Mono.error(
                methods.contains(request.method())
                        ? new NotAcceptableStatusException(List.of(MediaType.APPLICATION_JSON))
                        : new MethodNotAllowedException(request.method(), methods));
    }
}
