package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.Fault;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Bracket;
import comparison.harness.record.Disk;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of banks with figures that can be computed in the head. */
class BankTest {

    private static final Variant SOUND = variant("sound", "none");
    private static final Variant TWIN = variant("twin", "none");
    private static final Variant DEAR = variant("dear", "cpu:0.1");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void the_variants_of_a_bank_are_in_their_catalogue() {
        assertThat(Catalogue.read(Path.of("..", NoiseCommand.CATALOGUE)).select(NoiseCommand.VARIANTS))
                .extracting(Bank::planted)
                .containsExactly(1.0, 1.0, 1.05, 1.1);
    }

    @Test
    void the_fault_of_a_variant_says_what_was_planted() {
        assertThat(Bank.planted(TWIN)).isEqualTo(1);
        assertThat(Bank.planted(DEAR)).isEqualTo(1.1);
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Bank.planted(variant("slow", "wait:5")))
                .withMessageContaining("slow has the fault wait:5");
    }

    @Test
    void single_starts_have_the_canary_during_their_load_and_the_stub_around_it() {
        BankFolder bank = bank(BankFolder.Kind.SINGLE, 2);
        // One song in each load, and one that no load hears.
        Disk.write(bank.canary(1), "atMillis,cpuNanos\n1500,1000\n3500,1100\n5500,2000\n9000,7\n");
        single(bank, SOUND, 1, 1000, 100, 50, null);
        single(bank, TWIN, 1, 3000, 104, 52, null);
        single(bank, DEAR, 1, 5000, 110, 50, null);
        single(bank, SOUND, 2, 1000, 100, 50, null);
        single(bank, TWIN, 2, 3000, 104, 52, "it died");
        single(bank, DEAR, 2, 5000, 110, 50, null);

        List<Evidence> evidence = read(bank).evidence();

        assertThat(evidence)
                .extracting(
                        Evidence::way, Evidence::planted, one -> one.rounds().size())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Way.PLAIN, 1.0, 1),
                        org.assertj.core.groups.Tuple.tuple(Way.CANARY, 1.0, 1),
                        org.assertj.core.groups.Tuple.tuple(Way.CALIBRATION, 1.0, 1),
                        org.assertj.core.groups.Tuple.tuple(Way.PLAIN, 1.1, 2),
                        org.assertj.core.groups.Tuple.tuple(Way.CANARY, 1.1, 2),
                        org.assertj.core.groups.Tuple.tuple(Way.CALIBRATION, 1.1, 2));
        assertThat(evidence.get(0).rounds().getFirst().quotient()).isCloseTo(1.04, within(1e-9));
        assertThat(evidence.get(1).rounds().getFirst().covariate()).isCloseTo(1.1, within(1e-9));
        assertThat(evidence.get(2).rounds().getFirst().covariate()).isCloseTo(1.04, within(1e-9));
        // 60 s each, of which two loads on the stub take 2 s that only the calibration needs.
        assertThat(evidence.get(3).pairSeconds()).isCloseTo(2 * 58, within(1e-9));
        assertThat(evidence.get(4).tableSeconds()).isCloseTo(16 * 58, within(1e-9));
        assertThat(evidence.get(5).tableSeconds()).isCloseTo(16 * 60, within(1e-9));
    }

    @Test
    void duets_have_the_ratio_of_their_windows_and_tell_whether_noise_hits_both() {
        BankFolder bank = bank(BankFolder.Kind.DUET, 1);
        // Both slow down alike, window by window; the geometric means are 2 and 2.2 times as much.
        duet(bank, TWIN, SOUND, 100, 200, 400, 200);
        duet(bank, TWIN, TWIN, 110, 220, 440, 220);

        Bank read = read(bank);

        Evidence twins = read.evidence().getFirst();
        assertThat(twins.way()).isEqualTo(Way.DUET);
        assertThat(twins.rounds()).hasSize(1);
        assertThat(twins.rounds().getFirst().quotient()).isCloseTo(1.1, within(1e-9));
        assertThat(twins.pairSeconds()).isEqualTo(60);
        assertThat(twins.tableSeconds()).isEqualTo(15 * 60);
        assertThat(read.neighbours().orElseThrow()).isCloseTo(1, within(1e-9));
        assertThat(read.evidence().getLast().rounds()).isEmpty();
    }

    @Test
    void the_table_has_a_row_for_each_difference_and_way() {
        BankFolder bank = bank(BankFolder.Kind.DUET, 4);
        for (int round = 1; round <= 4; round++) {
            duet(bank, round, DEAR, SOUND, 100, 101, 100, 100);
            duet(bank, round, DEAR, DEAR, 110 + round, 111, 110, 110);
        }

        assertThat(NoiseTable.page(List.of(read(bank))).markdown())
                .contains("| +10 %, duet | × 1.005 [1.00")
                .contains("Correlation of neighbouring windows within a start: ");
    }

    @Test
    void a_folder_of_something_else_is_not_a_bank() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> read(new BankFolder(folder)))
                .withMessageContaining("is not a bank of starts. './bench noise collect' makes one.");
    }

    private static Bank read(BankFolder folder) {
        return Bank.of(folder);
    }

    private BankFolder bank(BankFolder.Kind kind, int rounds) {
        BankFolder bank = new BankFolder(folder);
        Json.write(
                bank.run().plan(),
                Plan.draw(
                        kind.preset(),
                        List.of(SOUND, TWIN, DEAR),
                        List.of(new Loops(10, 250, 600)),
                        List.of(Phase.COLD, Phase.WARM),
                        rounds,
                        1));
        return bank;
    }

    private static Variant variant(String id, String fault) {
        return new Variant(id, id, "jvm", "app", "app.jar", "app", Map.of("FAULT", fault));
    }

    private static void single(
            BankFolder bank,
            Variant variant,
            int round,
            long startMillis,
            double micros,
            double stub,
            @Nullable String failure) {
        InvocationFolder start = bank.run().invocation(new Plan.Slot(variant.id(), round));
        end(start, failure);
        load(start.load(Phase.WARM), startMillis, micros);
        Bracket.Stub loaded = new Bracket.Stub(1, 20_000, stub / 2, stub / 2);
        Json.write(start.load(Phase.WARM).stub(), new Bracket(1, loaded, loaded));
    }

    private static void duet(BankFolder bank, Variant partner, Variant of, double... micros) {
        duet(bank, 1, partner, of, micros);
    }

    private static void duet(BankFolder bank, int round, Variant partner, Variant of, double... micros) {
        InvocationFolder start = bank.duets(partner.id()).invocation(new Plan.Slot(of.id(), round));
        for (int i = 0; i < micros.length; i++) {
            load(BankFolder.window(start, i + 1), 0, micros[i]);
        }
        end(start, null);
    }

    private static void end(InvocationFolder start, @Nullable String failure) {
        Json.write(start.outcome(), new Invocation(2, failure == null, failure, 1, 60.0, null, null, null, null));
    }

    private static void load(LoadFolder folder, long startMillis, double micros) {
        Load.Sent sent = new Load.Sent("jmeter", "closed", 10, 1000, 0, 0, 1000, 1, null, null);
        Load.CpuTime cpu = new Load.CpuTime(Math.round(micros * 1000 * 1000), null, null, null);
        Json.write(
                folder.facts(),
                new Load(
                        2,
                        "figures",
                        "2026-01-01T00:00:00Z",
                        1,
                        0,
                        startMillis,
                        sent,
                        cpu,
                        new Load.Pressure(null, null, null, null),
                        Jvm.missing("not read"),
                        Jvm.missing("not read"),
                        new Load.Client(1, null, null, null, null, false, null),
                        Map.of()));
    }
}
