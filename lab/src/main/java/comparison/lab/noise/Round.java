package comparison.lab.noise;

import java.util.List;

/**
 * CPU time per request of a variant and of the base in one round, both in the same unit.
 *
 * @param value of the variant
 * @param base of the base
 * @param covariate speed of the machine during the one / during the other; 1 if the way has none
 */
record Round(double value, double base, double covariate) {

    double quotient() {
        return value / base;
    }

    /** Copies it with the value multiplied. */
    Round times(double factor) {
        return new Round(value * factor, base, covariate);
    }

    static List<Double> values(List<Round> rounds) {
        return rounds.stream().map(Round::value).toList();
    }

    static List<Double> bases(List<Round> rounds) {
        return rounds.stream().map(Round::base).toList();
    }

    static List<Double> covariates(List<Round> rounds) {
        return rounds.stream().map(Round::covariate).toList();
    }
}
