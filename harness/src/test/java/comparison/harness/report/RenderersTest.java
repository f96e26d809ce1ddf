package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts of a run may be anything: names of processors, messages of programs, statements of SQL. */
class RenderersTest {

    private static final String TEXT = "a|b <i>\n\r\nc";

    @Test
    void a_text_ends_no_cell_of_a_markdown_table() {
        assertThat(Markdown.of(new Block.Table(List.of("Name", TEXT), List.of(List.of(TEXT, "1")), 1)))
                .isEqualTo("""
                        | Name | a\\|b &lt;i>  c |
                        | --- | ---: |
                        | a\\|b &lt;i>  c | 1 |
                        """);
    }

    @Test
    void a_text_ends_no_line_of_markdown_and_is_no_html() {
        List<Block> blocks =
                List.of(new Block.Text(TEXT), new Block.Items(List.of(TEXT)), new Block.Problems(List.of(TEXT)));

        assertThat(Markdown.of(List.of(new Section(2, TEXT, blocks)))).isEqualTo("""
                ## a|b &lt;i>  c

                a|b &lt;i>  c

                - a|b &lt;i>  c

                - a|b &lt;i>  c
                """);
    }

    @Test
    void a_text_is_no_html_on_a_page() {
        List<Block> blocks = List.of(
                new Block.Text(TEXT),
                new Block.Items(List.of(TEXT)),
                new Block.Problems(List.of(TEXT)),
                new Block.Table(List.of(TEXT), List.of(List.of(TEXT)), 1),
                new Block.Folded(TEXT, new Block.Table(List.of(TEXT), List.of(), 1)),
                new Block.Link(TEXT, TEXT),
                new Block.Code(List.of(TEXT)),
                new Block.Warnings(List.of(new Warning("code", TEXT, TEXT, TEXT))));

        assertThat(Html.of(List.of(new Section(2, TEXT, blocks))))
                .contains("&lt;i&gt;")
                .doesNotContain("<i>");
    }

    @Test
    void a_terminal_shows_a_text_as_it_is() {
        assertThat(Terminal.of(List.of(new Section("", new Block.Text("Family.<init>")))))
                .isEqualTo("Family.<init>\n");
    }
}
