package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteIndexTest {
    /** A module whose routes are looked up but never called. */
    private record Uncalled() implements RouteModule {
        @Override
        public List<Route> routes() {
            return List.of();
        }

        @Override
        public List<ErrorRoute> errorRoutes() {
            return List.of();
        }

        @Override
        public List<ErrorStatus> errorStatuses() {
            return List.of();
        }

        @Override
        public Call call(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public @Nullable Object handle(int index, Object advice, Throwable failure, Arguments arguments) {
            throw new IndexOutOfBoundsException(index);
        }
    }

    @ParameterizedTest
    @CsvSource({"/a, /a", "/{x}, /{y}", "/{x:[0-9]+}, /{y:[0-9]+}", "/{x:[0-9]+}/{y}, /{y:[0-9]+}/{x}"})
    void twoRoutesOfTheSamePathsAreRefusedWithBothNames(String one, String other) {
        List<Endpoint> endpoints = List.of(endpoint("One#get", one), endpoint("Other#get", other));
        assertThatThrownBy(() -> new RouteIndex(endpoints))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("One#get", "Other#get", "GET", "change the path");
    }

    @Test
    void routesThatBeginWithTheSameRegexKeepTheirVariables() {
        Endpoint lines = endpoint("One#lines", "/{order:[0-9]+}/lines");
        Endpoint notes = endpoint("Other#notes", "/{id:[0-9]+}/notes");
        RouteIndex routes = new RouteIndex(List.of(lines, notes));
        assertThat(routes.find("GET", "/7/lines").endpoint()).isSameAs(lines);
        assertThat(routes.find("GET", "/8/notes").endpoint()).isSameAs(notes);
        assertThat(routes.find("GET", "/8/notes").variables()).containsExactly("8");
    }

    private static Endpoint endpoint(String name, String pattern) {
        Route route = Route.of(List.of("GET"), pattern, Object.class, name, 0, List.of(), List.of(), true, false);
        return new Endpoint(route, new Uncalled(), 0, new Object());
    }
}
