package comparison.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import comparison.harness.stats.Throughput.Span;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class JtlReaderTest {

    @Test
    void columns_are_found_by_name() throws IOException {
        assertThat(read("""
                label,success,elapsed,timeStamp,failureMessage,responseCode,more
                Create,true,12,1000,,201,x
                Delete,false,3,1012,no,404,y
                """))
                .containsExactly(
                        new Sample(new Span(1000, 12), "Create", "201", true, ""),
                        new Sample(new Span(1012, 3), "Delete", "404", false, "no"));
    }

    @Test
    void a_message_may_hold_commas_quotes_and_line_breaks() throws IOException {
        assertThat(read("""
                timeStamp,elapsed,label,responseCode,success,failureMessage
                1,2,Read,200,false,"expected ""a"", not
                b"
                3,4,Read,200,true,
                """)).extracting(Sample::failure).containsExactly("expected \"a\", not\nb", "");
    }

    @Test
    void the_last_line_of_a_client_that_was_killed_is_no_sample_and_does_not_spoil_the_others() throws IOException {
        assertThat(read("timeStamp,elapsed,label,responseCode,success,failureMessage\n1,2,Read,200,true,\n3,4,Re"))
                .extracting(Sample::label)
                .containsExactly("Read");
    }

    @Test
    void a_line_with_too_few_fields_is_an_error_and_not_a_sample() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("timeStamp,elapsed,label,responseCode,success,failureMessage\n1,2,Re\n"))
                .withMessage("sample 1 has 3 fields, not 6");
    }

    @Test
    void a_missing_column_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("timeStamp,label\n1,Read\n"))
                .withMessage("it has no column 'elapsed'");
    }

    @Test
    void an_empty_file_is_an_error() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("")).withMessage("it is empty");
    }

    private static List<Sample> read(String text) throws IOException {
        return JtlReader.read(new StringReader(text));
    }
}
