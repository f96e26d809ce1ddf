package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(1000);
    private final Client client = new Client();
    private final ByteBudget.Account account = budget.account(client);

    @Test
    void countsNothingIfThereIsNoMemoryToCount() {
        client.exhausted = true;
        assertThatThrownBy(() -> account.count(10)).isInstanceOf(OutOfMemoryError.class);
        assertThat(budget.used()).isZero();
    }

    @Test
    void takesBytesBackEvenIfThereIsNoMemory() {
        account.count(10);
        client.exhausted = true;
        account.count(-10);
        assertThat(budget.used()).isZero();
    }

    /** Is looked up in a map, which needs memory. */
    private static final class Client {
        private boolean exhausted;

        @Override
        public int hashCode() {
            if (exhausted) {
                throw new OutOfMemoryError("simulated");
            }
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }
}
