package sprout.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks what a soak takes for wrong. */
final class SoakTest {
    private static final long MILLI = 1_000_000;
    private static final long MIB = 1 << 20;
    private static final Server.Reading HELD = held(20 * MIB, 50);

    private static Server.Reading held(long heap, long descriptors) {
        return new Server.Reading(heap, 0, 100 * MIB, 30, descriptors, 5, 0);
    }

    private static List<Traffic.Sample> answered(int count, long millis) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Traffic.Sample(0, millis * MILLI, Traffic.Outcome.ANSWERED, ""))
                .toList();
    }

    private static List<Traffic.Sample> one(Traffic.Outcome outcome) {
        return List.of(new Traffic.Sample(0, 1, outcome, "detail"));
    }

    private static Leg.Result leg(
            List<Traffic.Sample> inside, List<Traffic.Sample> outside, List<String> lost, Server.Reading after) {
        return new Leg.Result(
                inside,
                outside,
                10,
                lost,
                List.of(),
                List.of(HELD, HELD),
                List.of(HELD, after),
                0.2,
                "",
                List.of(),
                List.of());
    }

    private static List<String> faults(Leg.Result attack) {
        return new Soak("nio-virtual", attack, leg(List.of(), answered(6000, 10), List.of(), HELD)).faults();
    }

    @Test
    void failuresInOutagesAreNotWrong() {
        assertThat(faults(leg(one(Traffic.Outcome.FAILED), answered(6000, 19), List.of(), HELD)))
                .isEmpty();
    }

    @Test
    void wrongAnswersAreWrongInOutagesToo() {
        assertThat(faults(leg(one(Traffic.Outcome.WRONG), answered(6000, 10), List.of(), HELD)))
                .singleElement()
                .asString()
                .contains("1 wrong answers", "detail");
    }

    @Test
    void failuresOutsideOfOutagesAreWrong() {
        assertThat(faults(leg(List.of(), one(Traffic.Outcome.FAILED), List.of(), HELD)))
                .singleElement()
                .asString()
                .contains("1 failures outside of outages");
    }

    @Test
    void aLostWriteIsWrong() {
        assertThat(faults(leg(List.of(), answered(6000, 10), List.of("Ada is lost"), HELD)))
                .singleElement()
                .asString()
                .contains("Ada is lost");
    }

    @Test
    void timesOverTwiceTheControlAreWrongIfThereAreEnough() {
        assertThat(faults(leg(List.of(), answered(6000, 21), List.of(), HELD)))
                .singleElement()
                .asString()
                .contains("p99 outside of outages is 2.1 times the control's");
        assertThat(faults(leg(List.of(), answered(4000, 21), List.of(), HELD))).isEmpty();
    }

    @Test
    void theControlRunsBeforeAndAfterCountTogether() {
        Leg.Result before = leg(List.of(), answered(3000, 10), List.of(), HELD);
        Leg.Result after = leg(one(Traffic.Outcome.WRONG), answered(3000, 20), List.of(), HELD);
        Leg.Result attack = leg(List.of(), answered(6000, 42), List.of(), HELD);

        assertThat(new Soak("nio-virtual", attack, before.and(after)).faults())
                .hasSize(2)
                .anyMatch(fault -> fault.contains("1 wrong answers in the control runs"))
                .anyMatch(fault -> fault.contains("is 2.1 times the control's"));
    }

    @Test
    void growthIsWrong() {
        assertThat(faults(leg(List.of(), answered(6000, 10), List.of(), held(27 * MIB, 80))))
                .hasSize(2)
                .anyMatch(fault -> fault.contains("TLS: heap grew"))
                .anyMatch(fault -> fault.contains("TLS: descriptors grew from 50 to 80"));
        assertThat(faults(leg(List.of(), answered(6000, 10), List.of(), held(25 * MIB, 70))))
                .isEmpty();
    }
}
