package comparison.lab.study;

import comparison.harness.record.Disk;
import comparison.harness.report.Block;
import comparison.harness.report.Html;
import comparison.harness.report.Markdown;
import comparison.harness.report.Section;
import comparison.harness.report.Warning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Builds the report of a study, as Markdown and as an HTML page in the style of the harness. Used by one thread. */
public final class Page {

    private final String title;
    private final List<Section> sections = new ArrayList<>();

    /** Begins a page. The title is not part of {@link #markdown()}, which may be embedded in another page. */
    public Page(String title) {
        this.title = title;
    }

    /** Adds a heading. */
    public Page part(String heading) {
        sections.add(new Section(heading));
        return this;
    }

    private Page add(Block block) {
        sections.add(new Section("", block));
        return this;
    }

    /** Adds a paragraph. */
    public Page text(String text) {
        return add(new Block.Text(text));
    }

    /** Adds a warning about something that could not be done. */
    public Page warning(Warning warning) {
        return add(new Block.Warnings(List.of(warning)));
    }

    /** Adds a link to a file, relative to the page. */
    public Page link(String file, String meaning) {
        return add(new Block.Link(file, meaning));
    }

    /** Adds a finding. */
    public Page section(Finding finding) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Text(finding.seen()));
        if (!finding.advice().isEmpty()) {
            blocks.add(new Block.Text("What to do: " + finding.advice()));
        }
        if (!finding.rows().isEmpty()) {
            blocks.add(new Block.Table(finding.headings(), finding.rows(), 1));
        }
        sections.add(new Section(3, finding.title(), blocks));
        return this;
    }

    /** Adds a table, whose first column holds words. */
    public Page table(List<String> headings, List<List<String>> rows) {
        return add(new Block.Table(headings, rows, 1));
    }

    /** Adds a table with a row for each value, whose first column holds words. */
    public <T> Page table(Stream<Block.Column<T>> columns, List<T> values) {
        return add(Block.Table.of(columns.toList(), values, 1));
    }

    /** Returns the page without its title, as Markdown. */
    public String markdown() {
        return Markdown.of(sections);
    }

    /** Writes {@code NAME.md} and {@code NAME.html}, replacing existing files. */
    public void write(Path folder, String name) {
        Disk.write(folder.resolve(name + ".md"), "# " + title + "\n\n" + markdown());
        Disk.write(folder.resolve(name + ".html"), Html.page(title, sections));
    }
}
