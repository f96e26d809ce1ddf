package comparison.lab.noise;

import comparison.harness.stats.Ratio;
import java.util.List;
import java.util.Optional;

/** A way to take the speed of the machine out of a comparison. */
enum Way {
    /** Pairing by round only, as without this study. */
    PLAIN("plain"),
    /** The CPU time of the canary during each load as covariate. */
    CANARY("canary"),
    /** The CPU time of client and stub around each load as covariate. */
    CALIBRATION("calibration"),
    /** Both variants up at the same time, with the loads in turn. */
    DUET("duet");

    private final String label;

    Way(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean hasCovariate() {
        return this == CANARY || this == CALIBRATION;
    }

    /** Computes the ratio with its interval. A covariate without spread explains nothing and is ignored. */
    Optional<Ratio> ratio(List<Round> rounds) {
        Optional<Ratio> adjusted = hasCovariate()
                ? Ratio.adjusted(Round.values(rounds), Round.bases(rounds), Round.covariates(rounds))
                : Optional.empty();
        return adjusted.or(() -> Ratio.paired(Round.values(rounds), Round.bases(rounds)));
    }
}
