package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests connections that are kept after a request. */
interface ConnectionContract extends Targeted {

    /** The second request of the burst waits in the socket while the first one waits for the database. */
    @Test
    default void aConnectionGoesOnAfterARequestThatArrivedTooEarly() throws IOException {
        String person = "/person/" + created();
        assertThat(RawSocket.statusesOf(target().app(), List.of(List.of(person, person), List.of(person))))
                .containsExactly(200, 200, 200);
    }

    /** If a server closed its connections, its figures would include handshakes that the others do not have. */
    @Test
    default void aConnectionIsKeptAsLongAsItsClientWants() throws IOException {
        String person = "/person/" + created();
        assertThat(RawSocket.statusesOf(target().app(), Collections.nCopies(500, List.of(person))))
                .hasSize(500)
                .containsOnly(200);
    }
}
