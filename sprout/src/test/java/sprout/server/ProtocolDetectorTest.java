package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.server.ProtocolDetector.Protocol;

final class ProtocolDetectorTest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    @ParameterizedTest
    @CsvSource({
        "'', UNDECIDED",
        "G, HTTP_1",
        "get, HTTP_1",
        "P, UNDECIDED",
        "PO, HTTP_1",
        "PRI, UNDECIDED",
        "PRI * HTTP/2.1, HTTP_1",
        "1, UNKNOWN",
        "{}, UNKNOWN",
        "SSH-2.0-OpenSSH_9.6, HTTP_1"
    })
    void judgesTheFirstBytes(String text, Protocol protocol) {
        assertThat(detect(text.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(protocol);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r", "\n", "\r\nGET / HTTP/1.1"})
    void anEmptyLineMayStandBeforeARequest(String text) {
        assertThat(detect(text.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(Protocol.HTTP_1);
    }

    @Test
    void knowsThePrefaceOfHttp2OnlyAsAWhole() {
        byte[] preface = PREFACE.getBytes(StandardCharsets.US_ASCII);
        for (int length = 0; length < preface.length; length++) {
            assertThat(ProtocolDetector.detect(preface, 0, length))
                    .as("%d bytes", length)
                    .isEqualTo(Protocol.UNDECIDED);
        }
        assertThat(detect(preface)).isEqualTo(Protocol.HTTP_2);
        assertThat(detect((PREFACE + "more").getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(Protocol.HTTP_2);
    }

    @Test
    void needsTwoBytesToKnowTls() {
        assertThat(detect(new byte[] {0x16})).isEqualTo(Protocol.UNDECIDED);
        assertThat(detect(new byte[] {0x16, 3})).isEqualTo(Protocol.TLS);
        assertThat(detect(new byte[] {0x16, 3, 1, 2, 0})).isEqualTo(Protocol.TLS);
        assertThat(detect(new byte[] {0x16, 2})).isEqualTo(Protocol.UNKNOWN);
        assertThat(detect(new byte[] {(byte) 0x80, 0x2e, 1, 3})).as("SSL 2").isEqualTo(Protocol.UNKNOWN);
    }

    @Test
    void looksOnlyBetweenStartAndEnd() {
        byte[] bytes = "xxGETxx".getBytes(StandardCharsets.US_ASCII);
        assertThat(ProtocolDetector.detect(bytes, 2, 5)).isEqualTo(Protocol.HTTP_1);
        assertThat(ProtocolDetector.detect(bytes, 7, 7)).isEqualTo(Protocol.UNDECIDED);
    }

    private static Protocol detect(byte[] bytes) {
        return ProtocolDetector.detect(bytes, 0, bytes.length);
    }
}
