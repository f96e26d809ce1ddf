package comparison.lab.study;

import comparison.harness.raw.Disk;
import comparison.harness.report.Markup;
import comparison.harness.report.Warning;
import java.nio.file.Path;
import java.util.List;

/** What a study says, as Markdown and as an HTML page in the style of the harness. Built from top to bottom by one thread. */
public final class Page {

    private final String title;
    private final StringBuilder markdown = new StringBuilder();
    private final StringBuilder html = new StringBuilder();

    /** Begins a page; the title is not part of {@link #markdown()}, which may be put into another page. */
    public Page(String title) {
        this.title = title;
    }

    /** Begins a part. */
    public Page part(String heading) {
        return heading(2, heading);
    }

    private Page heading(int level, String text) {
        markdown.append("#".repeat(level)).append(' ').append(text).append("\n\n");
        html.append("<h%1$d>%2$s</h%1$d>\n".formatted(level, Markup.escaped(text)));
        return this;
    }

    /** Adds a paragraph. */
    public Page text(String text) {
        markdown.append(text).append("\n\n");
        html.append("<p>").append(Markup.escaped(text)).append("</p>\n");
        return this;
    }

    /** Adds what could not be done. */
    public Page warning(Warning warning) {
        markdown.append("**Warning.** ").append(warning.line()).append("\n\n");
        html.append("<p class=\"problem\"><b>Warning.</b> %s</p>%n".formatted(Markup.escaped(warning.line())));
        return this;
    }

    /** Adds a link to a file, relative to the page. */
    public Page link(String file, String meaning) {
        markdown.append("- [%1$s](%1$s): %2$s%n".formatted(file, meaning));
        html.append(
                "<p><a href=\"%1$s\">%1$s</a>: %2$s</p>%n".formatted(Markup.escaped(file), Markup.escaped(meaning)));
        return this;
    }

    /** Adds a finding. */
    public Page section(Section section) {
        if (!section.title().isEmpty()) {
            markdown.append('\n');
            heading(3, section.title());
        }
        text(section.seen());
        if (!section.advice().isEmpty()) {
            text("What to do: " + section.advice());
        }
        return section.rows().isEmpty() ? this : table(section.headings(), section.rows());
    }

    /** Adds a table. */
    public Page table(List<String> headings, List<List<String>> rows) {
        markdown.append(Markup.markdown(headings, rows)).append('\n');
        html.append("<div class=\"scroll\" tabindex=\"0\">%s</div>%n".formatted(Markup.table(headings, rows, "words")));
        return this;
    }

    /** Returns the text. */
    public String markdown() {
        return markdown.toString();
    }

    /** Writes {@code NAME.md} and {@code NAME.html}, over what was there. */
    public void write(Path folder, String name) {
        Disk.write(folder.resolve(name + ".md"), "# " + title + "\n\n" + markdown);
        Disk.write(folder.resolve(name + ".html"), Markup.page(title, html.toString()));
    }
}
