package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of a page of Markdown that say where they come from, and those that should; see decision 0193 for the notation. A figure
 * holds if its run's summary gives the same when rounded to as many digits.
 */
final class Quotations {

    private static final String NUMBER = "\\d+(?:\\.\\d+)?";

    private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d),(?=\\d{3}\\b)");

    private static final String FIGURE = "(?<value>%1$s)(?: [\\[(](?<low>%1$s)–(?<high>%1$s)[\\])])?".formatted(NUMBER);

    private static final Pattern CITED = Pattern.compile(FIGURE + "<!--= (?<source>[^>]*?) -->");
    private static final Pattern WITH_INTERVAL =
            Pattern.compile("(?<![\\d.])%1$s \\[%1$s–%1$s\\](?<after><!--=)?".formatted(NUMBER));
    private static final Pattern MARK = Pattern.compile("<!--=");
    private static final Pattern SHORT = Pattern.compile("<!-- figures of (\\S+): (\\S+) -->");
    private static final String ROWS = "\\n+(?<table>(?:\\|.*\\n)+)";
    private static final Pattern TABLE =
            Pattern.compile("<!-- columns of (?<runs>\\S+): (?<columns>[^>]*?) -->" + ROWS);
    private static final Pattern COPIED = Pattern.compile("<!-- numbers of (?<file>\\S+) -->" + ROWS);
    private static final Pattern ID = Pattern.compile("`([^`]+)`");
    private static final Pattern GENERATED = Pattern.compile("(?s)<!-- (\\w+):begin.*?<!-- \\1:end -->");

    private final Path published;
    private final String text;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Summary> summaries = new HashMap<>();

    /**
     * Reads a page.
     *
     * @param published where the runs are
     */
    Quotations(Path published, String text) {
        this.published = published;
        this.text = text;
        SHORT.matcher(text).results().forEach(found -> names.put(found.group(1), found.group(2)));
    }

    /** A value with its interval, in the unit that people read. */
    private record Figure(
            double value, @Nullable Double low, @Nullable Double high) {

        static Figure of(Ratio ratio) {
            return new Figure(ratio.estimate(), ratio.low(), ratio.high());
        }
    }

    /** Returns what is wrong with the citations, a line each. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        List<MatchResult> cited = CITED.matcher(text).results().toList();
        if (MARK.matcher(text).results().count() != cited.size()) {
            wrong.add("a citation does not follow a figure: %d of %d do"
                    .formatted(cited.size(), MARK.matcher(text).results().count()));
        }
        for (MatchResult one : cited) {
            problem(one).map(what -> "line %d: %s".formatted(line(one), what)).ifPresent(wrong::add);
        }
        TABLE.matcher(text).results().forEach(table -> wrong.addAll(wrongInColumns(table)));
        COPIED.matcher(text).results().forEach(table -> wrong.addAll(wrongCopies(table)));
        return wrong;
    }

    /** Looks for the numbers of a table anywhere in a published file; citations and row headings apart. */
    private List<String> wrongCopies(MatchResult found) {
        List<Double> there =
                numbers(read(found.group("file"))).stream().map(Double::valueOf).toList();
        return found.group("table")
                .lines()
                .skip(2)
                .flatMap(
                        line -> row(CITED.matcher(line).replaceAll("")).stream().skip(1))
                .flatMap(cell -> numbers(cell).stream())
                .filter(written -> there.stream().noneMatch(value -> same(written, value)))
                .map(written -> "line %d: %s has no %s".formatted(line(found), found.group("file"), written))
                .toList();
    }

    private String read(String file) {
        try {
            return Files.readString(published.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists the numbers in a text, without separators of thousands. */
    static List<String> numbers(String words) {
        return Pattern.compile(NUMBER)
                .matcher(THOUSANDS.matcher(words).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /**
     * Checks a table whose rows begin with variants: "columns of RUN,...: COLUMN, ...", where a COLUMN is "-", or a phase,
     * a blank and a figure, which may be followed by "/" and what it is divided by. Other cells than numbers are text.
     */
    private List<String> wrongInColumns(MatchResult found) {
        List<String> columns = List.of(found.group("columns").split(",\\s+", -1));
        List<String> wrong = new ArrayList<>();
        for (String line : found.group("table").lines().skip(2).toList()) {
            List<String> row = row(line);
            Matcher id = ID.matcher(row.getFirst());
            String variant = id.find() ? id.group(1) : row.getFirst();
            for (int i = 0; i < columns.size(); i++) {
                String written = THOUSANDS.matcher(row.get(i + 1)).replaceAll("");
                if (!columns.get(i).equals("-") && written.matches(NUMBER)) {
                    double value = median(found.group("runs"), variant, columns.get(i));
                    if (!same(written, value)) {
                        wrong.add("line %d: %s of %s is %s, not %s"
                                .formatted(line(found), columns.get(i), variant, value, written));
                    }
                }
            }
        }
        return wrong;
    }

    /** Returns a median in the unit that people read, from the run that has the variant. */
    double median(String runs, String variant, String column) {
        String[] words = column.split("[\\s/]", -1);
        double divisor = words.length > 2 ? Double.parseDouble(words[2]) : 1;
        String run = Arrays.stream(runs.split(",", -1))
                .filter(one -> variants(one).contains(variant))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no variant " + variant));
        return spread(run, variant, words[0], words[1]).median()
                * Metric.named(words[1]).scale()
                / divisor;
    }

    private static List<String> row(String line) {
        return Arrays.stream(line.substring(1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    /** Returns the text with each cited figure as it is in the data, with as many digits as before. */
    String corrected() {
        return CITED.matcher(text).replaceAll(cited -> Matcher.quoteReplacement(corrected(cited)));
    }

    private String corrected(MatchResult cited) {
        Figure figure = figure(cited.group("source"));
        StringBuilder corrected = new StringBuilder(cited.group());
        rounded(cited, "high", figure.high, corrected);
        rounded(cited, "low", figure.low, corrected);
        rounded(cited, "value", figure.value, corrected);
        return corrected.toString();
    }

    private static void rounded(MatchResult cited, String name, @Nullable Double value, StringBuilder corrected) {
        String written = cited.group(name);
        if (written != null && value != null) {
            corrected.replace(
                    cited.start(name) - cited.start(),
                    cited.end(name) - cited.start(),
                    BigDecimal.valueOf(value)
                            .setScale(digits(written), RoundingMode.HALF_UP)
                            .toPlainString());
        }
    }

    private static int digits(String written) {
        return written.contains(".") ? written.length() - written.indexOf('.') - 1 : 0;
    }

    private Optional<String> problem(MatchResult cited) {
        String source = cited.group("source");
        try {
            Figure figure = figure(source);
            return holds(cited, figure)
                    ? Optional.empty()
                    : Optional.of("%s is %s in the data".formatted(cited.group(), figure));
        } catch (RuntimeException e) {
            return Optional.of("%s can't be looked up: %s".formatted(cited.group(), e.getMessage()));
        }
    }

    private static boolean holds(MatchResult quoted, Figure figure) {
        return same(quoted.group("value"), figure.value)
                && (quoted.group("low") == null
                        || (same(quoted.group("low"), figure.low) && same(quoted.group("high"), figure.high)));
    }

    /** Half of the last digit that is written. */
    private static boolean same(String written, @Nullable Double value) {
        return value != null
                && Math.abs(Double.parseDouble(written) - value) <= 0.5 * Math.pow(10, -digits(written)) * (1 + 1e-6);
    }

    /**
     * RUN VARIANT PHASE KEY, of which each but the key may be a pair: A/B is A compared with B. Of a run of ./bench
     * engine, PHASE is CONNECTIONSxPIPELINING; of a run of ./bench observe, it is the watcher.
     */
    private Figure figure(String source) {
        List<String> words = List.of(source.split(" ", -1));
        String[] runs = pair(words.get(0));
        String[] variants = pair(words.get(1));
        String[] phases = pair(words.get(2));
        String key = words.get(3);
        List<Spread> firsts = spreads(runs[0], variants[0], phases[0], key);
        Spread first = firsts.getFirst();
        if (!source.contains("/")) {
            double scale = isEngine(runs[0]) || isObserved(runs[0])
                    ? 1
                    : Metric.named(key).scale();
            return new Figure(first.median() * scale, scaled(first.low(), scale), scaled(first.high(), scale));
        }
        List<Spread> bases = spreads(runs[1], variants[1], phases[1], key);
        Spread base = bases.getFirst();
        return switch (words.size() > 4 ? words.get(4) : "rounds") {
            case "rounds" -> Figure.of(Rounds.mean(firsts, bases).ratio().orElseThrow());
            case "compare" -> Figure.of(Requirement.ratio(base, first).orElseThrow());
            case "contrast" ->
                Figure.of(Ratio.unpaired(quotients(runs[0], words), quotients(runs[1], words))
                        .orElseThrow());
            case "medians" -> new Figure(first.median() / base.median(), null, null);
            default -> throw new IllegalArgumentException("not a way to divide: " + words.get(4));
        };
    }

    private List<Double> quotients(String run, List<String> words) {
        String[] variants = pair(words.get(1));
        return Rounds.common(
                        spread(run, variants[0], words.get(2), words.get(3)),
                        spread(run, variants[1], words.get(2), words.get(3)))
                .quotients();
    }

    private static @Nullable Double scaled(@Nullable Double value, double scale) {
        return value == null ? null : Double.valueOf(value * scale);
    }

    private static String[] pair(String word) {
        String[] both = word.split("/", -1);
        return both.length == 2 ? both : new String[] {word, word};
    }

    private List<Spread> spreads(String run, String variants, String phase, String key) {
        return Arrays.stream(variants.split("\\+", -1))
                .map(variant -> spread(run, variant, phase, key))
                .toList();
    }

    private Spread spread(String run, String variant, String phase, String key) {
        if (isEngine(run)) {
            return engineSpread(named(run), variant, phase, key);
        }
        if (isObserved(run)) {
            return observedSpread(named(run), variant, phase, key);
        }
        Metric metric = Metric.named(key);
        Summary summary = summary(named(run));
        Cell cell = summary.cells().stream()
                .filter(one -> one.variant().equals(variant) && one.phase().equals(phase))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cell %s %s".formatted(variant, phase)));
        return Optional.ofNullable(cell.figures().get(metric.key()))
                .orElseThrow(() -> new IllegalArgumentException("no figure " + metric.key()));
    }

    /** The module that writes these summaries is built on this one, so its classes are out of reach. */
    private Spread engineSpread(String run, String server, String shape, String key) {
        JsonMapper mapper = JsonMapper.shared();
        JsonNode summary = Json.read(published.resolve(run).resolve("summary.json"), JsonNode.class)
                .orElseThrow();
        for (JsonNode cell : summary.path("cells")) {
            String found = "%dx%d"
                    .formatted(
                            cell.at("/shape/connections").intValue(),
                            cell.at("/shape/pipelining").intValue());
            if (cell.path("server").stringValue().equals(server) && found.equals(shape)) {
                return mapper.treeToValue(cell.path("figures").required(key), Spread.class);
            }
        }
        throw new IllegalArgumentException("no cell %s %s".formatted(server, shape));
    }

    private Spread observedSpread(String run, String variant, String watcher, String key) {
        JsonNode observed = JsonMapper.shared()
                .readTree(published.resolve(run).resolve("observed.json"))
                .path("loads");
        return Spread.of(observed.valueStream()
                .filter(load -> load.path("variant").stringValue().equals(variant)
                        && load.path("watcher").stringValue().equals(watcher))
                .sorted(Comparator.comparingInt(load -> load.path("round").intValue()))
                .map(load -> load.required(key).doubleValue())
                .toList());
    }

    private boolean isEngine(String run) {
        return named(run).startsWith("engine-");
    }

    private boolean isObserved(String run) {
        return named(run).startsWith("observed-");
    }

    private String named(String run) {
        return names.getOrDefault(run, run);
    }

    List<String> variants(String run) {
        return summary(named(run)).variants();
    }

    private Summary summary(String run) {
        return summaries.computeIfAbsent(run, name -> Report.summary(new RunFolder(published.resolve(name))));
    }

    private int line(MatchResult found) {
        return (int) text.substring(0, found.start()).lines().count();
    }

    /** Returns the figures with intervals that say nothing of where they come from, tables of ./bench publish apart. */
    List<String> uncited() {
        return WITH_INTERVAL
                .matcher(GENERATED.matcher(text).replaceAll(""))
                .results()
                .filter(found -> found.group(1) == null)
                .map(MatchResult::group)
                .toList();
    }

    /** Returns what is wrong in the first table of a text, a line each. */
    List<String> wrongInTable(String block, String run) {
        List<String> wrong = new ArrayList<>();
        List<List<String>> rows = block.lines()
                .dropWhile(line -> !line.startsWith("| JVM "))
                .takeWhile(line -> line.startsWith("|"))
                .map(Quotations::row)
                .toList();
        if (rows.size() < 3 || !Files.isRegularFile(published.resolve(run).resolve("plan.json"))) {
            return List.of("there is no table of a published run: '%s'".formatted(run));
        }
        for (List<String> row : rows.subList(2, rows.size())) {
            wrong.addAll(wrongInRow(rows.getFirst(), row, run));
        }
        return wrong;
    }

    private List<String> wrongInRow(List<String> headings, List<String> row, String run) {
        Cell cell = summary(run).cells().stream()
                .filter(one -> one.jvm().equals(row.get(0))
                        && one.stack().equals(row.get(1))
                        && one.virtualThreads() == row.get(2).equals("yes")
                        && (row.get(3).equals(one.phase())
                                || row.get(3).equals(one.phase().equals("warm") ? "yes" : "no")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cell for " + row));
        List<String> wrong = new ArrayList<>();
        for (int i = 4; i < headings.size(); i++) {
            String title = headings.get(i).replaceAll(" \\(.*", "");
            Optional<Metric> metric = Metric.all().stream()
                    .filter(one -> one.title().equals(title))
                    .findFirst();
            Matcher quoted = Pattern.compile(FIGURE).matcher(row.get(i));
            if (metric.isPresent() && cell.figures().containsKey(metric.get().key())) {
                Spread spread = cell.figures().get(metric.get().key());
                boolean interval = row.get(i).contains("[");
                double scale = metric.get().scale();
                Figure figure = new Figure(
                        spread.median() * scale,
                        scaled(interval ? spread.low() : Double.valueOf(spread.min()), scale),
                        scaled(interval ? spread.high() : Double.valueOf(spread.max()), scale));
                if (!quoted.matches() || !holds(quoted.toMatchResult(), figure)) {
                    wrong.add("%s of %s %s: %s is %s in the data"
                            .formatted(title, cell.variant(), cell.phase(), row.get(i), figure));
                }
            }
        }
        return wrong;
    }
}
