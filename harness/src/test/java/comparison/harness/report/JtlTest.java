package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JtlTest {

    private static final String HEADER = "timeStamp,elapsed,label,responseCode,success,failureMessage\n";

    private record Row(long start, long elapsed, String label, String code, boolean success, String failure) {}

    @Test
    void columns_are_found_by_name() throws IOException {
        assertThat(read("""
                label,success,elapsed,timeStamp,failureMessage,responseCode,more
                Create,true,12,1000,,201,x
                Delete,false,3,1012,no,404,y
                """))
                .containsExactly(
                        new Row(1000, 12, "Create", "201", true, ""), new Row(1012, 3, "Delete", "404", false, "no"));
    }

    @Test
    void a_message_may_hold_commas_quotes_and_line_breaks() throws IOException {
        assertThat(read(HEADER + """
                1,2,Read,200,false,"expected ""a"", not
                b"
                3,4,Read,200,true,
                """)).extracting(Row::failure).containsExactly("expected \"a\", not\nb", "");
    }

    @Test
    void the_last_line_of_a_client_that_was_killed_is_no_sample_and_does_not_spoil_the_others() throws IOException {
        assertThat(read(HEADER + "1,2,Read,200,true,\n3,4,Re"))
                .extracting(Row::label)
                .containsExactly("Read");
    }

    @Test
    void a_line_longer_than_the_buffer_is_read_whole() throws IOException {
        String message = "x".repeat(1 << 20);

        assertThat(read(HEADER + "1,2,Read,200,false," + message + "\r\n3,4,Read,200,true,\r\n"))
                .extracting(Row::failure)
                .containsExactly(message, "");
    }

    @Test
    void a_line_with_too_few_fields_is_an_error_and_not_a_sample() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(HEADER + "1,2,Re\n"))
                .withMessage("sample 1 has 3 fields, not 6");
    }

    @Test
    void a_time_that_is_no_number_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(HEADER + "1,2,Read,200,true,\n1x,2,Read,200,true,\n"))
                .withMessage("sample 2 has '1x' where a number should be");
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

    private static List<Row> read(String text) throws IOException {
        Jtl jtl = new Jtl(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        List<Row> rows = new ArrayList<>();
        while (jtl.next()) {
            rows.add(new Row(
                    jtl.startMillis(),
                    jtl.elapsedMillis(),
                    jtl.label(),
                    jtl.text("responseCode"),
                    jtl.success(),
                    jtl.text("failureMessage")));
        }
        return rows;
    }
}
