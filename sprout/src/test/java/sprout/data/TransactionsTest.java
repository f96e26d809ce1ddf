package sprout.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.SproutApplication;
import sprout.SproutContext;
import sprout.data.fixture.Entry;
import sprout.data.fixture.Ledger;

/** {@link Transactional} beans over a pool of two connections, so that one which is not given back would soon be missed. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class TransactionsTest {
    private final Database database = Database.start();
    private final SproutContext application = start(2, "10m");

    private final Ledger ledger = application.beans().get(Ledger.class);
    private final JdbcTemplate jdbc = application.beans().get(JdbcTemplate.class);

    private SproutContext start(int poolSize, String patience) {
        DatabaseAddress address = database.address();
        try {
            return SproutApplication.of(
                            Ledger.class,
                            "--server.port=0",
                            "--management.server.port=0",
                            "--datasource.url=jdbc:postgresql://%s:%d/%s"
                                    .formatted(address.host(), address.port(), address.name()),
                            "--datasource.username=" + address.user(),
                            "--datasource.password=" + address.password(),
                            "--datasource.maximum-pool-size=" + poolSize,
                            "--datasource.connection-timeout=" + patience)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    void stop() {
        application.close();
        database.close();
    }

    @BeforeEach
    void emptyTable() {
        jdbc.update("truncate person");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onEitherKindOfThreadEachOfManyTransactionsIsOneOfItsOwn(boolean virtual) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> ledger.both("Ada", "Grace", true)).hasMessage("fails after both");
                ledger.both("Mary" + i, "Joan" + i, false);
            }
            return null;
        });
        Thread thread =
                virtual ? Thread.startVirtualThread(task) : Thread.ofPlatform().start(task);
        task.get();
        thread.join();
        assertThat(names()).containsExactly("Mary0", "Joan0", "Mary1", "Joan1", "Mary2", "Joan2");
    }

    @Test
    void aCheckedExceptionCommitsUnlessARuleSaysOtherwise() {
        assertThatThrownBy(() -> ledger.checked("Kept")).isInstanceOf(IOException.class);
        assertThat(names()).containsExactly("Kept");
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Exception, 0",
        "java.io.IOException, 1",
        "java.io.FileNotFoundException, 1",
        "java.lang.IllegalStateException, 0"
    })
    void ofTheRulesTheClosestDecides(Class<? extends Exception> type, int kept) throws Exception {
        Exception failure = type.getConstructor(String.class).newInstance("of a rule");
        assertThatThrownBy(() -> ledger.ruled("Ruled", failure)).isSameAs(failure);
        assertThat(names()).hasSize(kept);
    }

    @Test
    void aReadOnlyTransactionRefusesChangesAndTheNextOneDoesNot() {
        assertThatThrownBy(() -> ledger.readOnly("Never")).hasMessageContaining("read-only");
        ledger.both("Ada", "Grace", false);
        assertThat(names()).hasSize(2);
    }

    @Test
    void aStatementDoesNotOutlastItsTransaction() {
        assertThatThrownBy(ledger::slow).isInstanceOf(DataAccessException.class);
        assertThat(names()).isEmpty();
    }

    @Test
    void whatTookPartAndFailedCannotBeCommitted() {
        assertThatThrownBy(() -> ledger.outerIgnoresInner("Ada", "Grace"))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContainingAll("rolled back", "the second fails");
        assertThat(names()).isEmpty();
    }

    @Test
    void aTransactionOfItsOwnIsCommittedWhateverBecomesOfTheFirst() {
        assertThatThrownBy(() -> ledger.apart("First", "Second")).hasMessage("the first only");
        assertThat(names()).containsExactly("Second");
    }

    @Test
    void aTransactionOfItsOwnDoesNotSeeWhatTheFirstHasNotCommitted() {
        assertThat(ledger.seenFromOutside("Unseen")).isZero();
        assertThat(names()).containsExactly("Unseen");
    }

    @Test
    void aPoolThatIsExhaustedByTheFirstTransactionFailsTheSecondAndIsWholeAgain() {
        try (SproutContext single = start(1, "250ms")) {
            Ledger starving = single.beans().get(Ledger.class);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> starving.seenFromOutside("Never"))
                        .isInstanceOfSatisfying(
                                DataAccessException.class,
                                failure -> assertThat(failure.unavailable()).isTrue());
            }
            starving.both("Ada", "Grace", false);
        }
        assertThat(names()).containsExactly("Ada", "Grace");
    }

    @Test
    void aConnectionThatIsLostInATransactionFailsItsCommitAndIsReplaced() {
        for (int i = 0; i < 3; i++) {
            Throwable failure = catchThrowable(() -> ledger.lost("Lost"));
            assertThat(failure).isInstanceOf(DataAccessException.class);
        }
        assertThat(names()).isEmpty();
        ledger.both("Ada", "Grace", false);
        assertThat(names()).hasSize(2);
    }

    @Test
    void aCommitThatTheDatabaseRefusesIsReported() {
        assertThatThrownBy(ledger::brokenAtCommit)
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("commit");
        assertThat(names()).isEmpty();
    }

    @Test
    void codeWithoutAMethodOfItsOwnRunsInATransactionToo() throws Exception {
        Transactions transactions = application.beans().get(Transactions.class);
        assertThatThrownBy(() -> transactions.call(() -> {
                    jdbc.update("insert into person (name, description) values ('Never', '-')");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(transactions.call(this::names)).isEmpty();
    }

    private List<String> names() {
        return ledger.entries().stream().map(Entry::name).toList();
    }
}
