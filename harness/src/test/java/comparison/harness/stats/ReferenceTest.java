package comparison.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Against values that SciPy computed; reference.py beside reference.json made them. */
class ReferenceTest {

    private static final JsonNode REFERENCE = read();

    static Stream<JsonNode> cases() {
        return REFERENCE.get("cases").valueStream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_median_its_interval_the_outliers_and_the_noise_are_those_of_scipy(JsonNode expected) {
        List<Double> values = doubles(expected.get("values"));

        Spread spread = Spread.of(values);

        close(spread.median(), expected.get("median"));
        close(spread.low(), expected.get("medianLow"));
        close(spread.high(), expected.get("medianHigh"));
        assertThat(spread.outliers()).isEqualTo(doubles(expected.get("outliers")));
        close(SampleSize.noise(values), expected.get("noise"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ratios_are_those_of_student_and_of_welch(JsonNode expected) {
        List<Double> values = doubles(expected.get("values"));
        List<Double> base = doubles(expected.get("base"));

        ratio(Ratio.paired(values, base).orElseThrow(), expected.get("paired"));
        ratio(Ratio.unpaired(values, base).orElseThrow(), expected.get("unpaired"));
    }

    private static void ratio(Ratio ratio, JsonNode expected) {
        close(ratio.estimate(), expected.get("estimate"));
        close(ratio.low(), expected.get("low"));
        close(ratio.high(), expected.get("high"));
        close(ratio.p(), expected.get("p"));
        close(ratio.pEqual(), expected.get("pEqual"));
    }

    @Test
    void holm_gives_what_r_gives() {
        List<Double> p = doubles(REFERENCE.get("holm").get("p"));

        assertThat(Holm.adjusted(p.stream().mapToDouble(v -> v).toArray()))
                .containsExactly(new double[] {0.04, 0.09, 0.09, 0.025, 0.8}, within(1e-12));
    }

    @Test
    void numbers_of_starts_are_those_of_the_reference() {
        REFERENCE
                .get("halfWidth")
                .forEach(row -> assertThat(SampleSize.forHalfWidth(number(row, 0), number(row, 1)))
                        .isEqualTo(row.get(2).asInt()));
        REFERENCE
                .get("toSee")
                .forEach(row -> assertThat(SampleSize.toSee(number(row, 0), number(row, 1), number(row, 2)))
                        .isEqualTo(row.get(3).asInt()));
    }

    @Test
    void below_six_values_there_is_a_range_and_no_interval() {
        List<Double> five = List.of(5.0, 1.0, 4.0, 2.0, 3.0);

        assertThat(MedianInterval.of(five)).isEmpty();
        assertThat(Spread.of(five)).isEqualTo(new Spread(5, 3, 1, 5, null, null, five, List.of()));
        assertThat(Ratio.paired(List.of(1.0, 2.0), List.of(1.0, 2.0)))
                .contains(new Ratio(2, 1, null, null, null, null));
    }

    @Test
    void values_without_spread_or_without_a_logarithm_never_give_nan() {
        List<Double> same = List.of(2.0, 2.0, 2.0, 2.0, 2.0, 2.0);

        assertThat(Ratio.paired(same, same)).contains(new Ratio(6, 1, 1.0, 1.0, 1.0, 0.0));
        assertThat(Ratio.unpaired(same, same)).contains(new Ratio(6, 1, 1.0, 1.0, 1.0, 0.0));
        assertThat(Ratio.paired(same, List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0))
                        .orElseThrow()
                        .p())
                .isZero();
        assertThat(Ratio.paired(List.of(0.0), List.of(1.0))).isEmpty();
        assertThat(Ratio.unpaired(List.of(), List.of(1.0))).isEmpty();
    }

    private static void close(@org.jspecify.annotations.Nullable Double actual, JsonNode expected) {
        assertThat(actual).isNotNull().isCloseTo(expected.asDouble(), within(1e-9 * Math.abs(expected.asDouble())));
    }

    private static double number(JsonNode row, int column) {
        return row.get(column).asDouble();
    }

    private static List<Double> doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asDouble()));
        return values;
    }

    private static JsonNode read() {
        try (InputStream json = ReferenceTest.class.getResourceAsStream("reference.json")) {
            return JsonMapper.shared().readTree(json);
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
