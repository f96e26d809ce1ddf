package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HeaderParametersTest {

    @Test
    void quotedCharactersStandForThemselves() {
        assertThat(HeaderParameters.of("application/json; charset=\"utf\\-8\"")).isEqualTo(Map.of("charset", "utf-8"));
        assertThat(HeaderParameters.of("text/html; a=\"x\\\";y\"; b=2")).isEqualTo(Map.of("a", "x\";y", "b", "2"));
    }

    @Test
    void aQuoteAfterAQuotedBackslashEndsTheText() {
        assertThat(HeaderParameters.of("form-data; name=\"a\\\\\"; filename=\"x.bin\""))
                .isEqualTo(Map.of("name", "a\\", "filename", "x.bin"));
    }

    @Test
    void aFileNameKeepsTheBackslashesOfAPath() {
        assertThat(HeaderParameters.of("form-data; filename=\"C:\\dir\\a\\\"b.txt\""))
                .isEqualTo(Map.of("filename", "C:\\dir\\a\"b.txt"));
    }
}
