package comparison.app;

import io.micrometer.core.instrument.config.MeterFilter;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Configures Micrometer. */
class Metrics {

    /**
     * Drops the tag that only ports known in advance have. Quarkus 3.34.3 does not start if one port has it and another
     * has not, since Prometheus refuses the second (quarkusio/quarkus#53914).
     */
    @Produces
    @Singleton
    MeterFilter sameTagsForAllPorts() {
        return MeterFilter.ignoreTags("server.port");
    }
}
