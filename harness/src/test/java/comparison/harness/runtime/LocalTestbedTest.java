package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LocalTestbedTest {

    @Test
    void a_server_that_keeps_a_lock_is_named_as_the_cause() {
        SQLException late = new SQLException("canceling statement due to lock timeout", "55P03");

        assertThat(LocalTestbed.unanswered("answer 'truncate person restart identity'", late))
                .hasMessageStartingWith(
                        "The database does not answer 'truncate person restart identity': a server holds a lock on the table person")
                .hasCause(late);
    }

    @Test
    void as_many_servers_are_up_as_the_memory_holds() {
        assertThat(LocalTestbed.fitting(1L << 30)).isEqualTo(1);
        assertThat(LocalTestbed.fitting(8L << 30)).isEqualTo(15);
        assertThat(LocalTestbed.fitting(1L << 40)).isEqualTo(LocalTestbed.MOST_SERVERS);
    }

    @Test
    void any_other_failure_is_explained_by_the_driver() {
        assertThat(LocalTestbed.unanswered("answer 'select 1'", new SQLException("I/O error", "08006")))
                .hasMessage("The database does not answer 'select 1': I/O error.");
    }
}
