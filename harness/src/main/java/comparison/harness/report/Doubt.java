package comparison.harness.report;

import java.util.Locale;

/** The kinds of warnings: what was observed and what to do. In files a kind is its name in lower case with dashes. */
enum Doubt {
    TIME_SCALE(
            "durations are %s of the published ones, so fewer requests come, and a cold server is seen for less time",
            "measure with --time-scale 1 before you compare the figures with published ones"),
    CLIENT_BOUND(
            "the client, not the server, may have set the throughput: %s",
            "compare CPU per 1000 requests, or give the client more processors"),
    STEAL(
            "the hypervisor took %.1f %% of the CPU time during the load",
            "measure again on a dedicated machine, or at a quieter time"),
    MACHINE_SPEED(
            "in %s server, client and database all needed more CPU for the same requests (× %.2f, × %.2f and × %.2f of their lower quartiles), so the machine was slower",
            "compare ratios of servers that were loaded in turn; a dedicated machine with a fixed clock removes the cause"),
    DATABASE_STATE(
            "in %s the database alone needed more CPU for the same requests (× %.2f of its lower quartile; server × %.2f, client × %.2f); it did then: %s; otherwise: %s",
            "compare ratios of servers that were loaded in turn; database in load.json has what PostgreSQL counted"),
    SCANS_OF_OTHERS(
            "PostgreSQL counted %d sequential scans of the table %s, which it counts late; with %.1f blocks per request they were few, or another server's",
            "see whether another cell failed because of them"),
    OTHER_PROGRAMS(
            "programs other than server, database and client had %.0f %% of the CPU time in use",
            "look with top for other programs, end them, and measure again"),
    SPLIT_ROUND(
            "round%s %s: the starts were measured in different sessions, so their ratios compare what may be hours apart",
            "delete the folders of all starts of such a round and measure them together, with --resume"),
    SEVERAL_GROUPS(
            "not all servers of a round were up at the same time; they were loaded in groups, one after the other, which makes the intervals of ratios across groups wider",
            "measure fewer variants (at most 20 servers, and as many as fit in memory, are up together), or more starts"),
    WHOLE_SYSTEM(
            "the server used less than half of the CPU time in use, so they describe the whole system",
            "compare CPU per 1000 requests, which counts the server alone"),
    NOT_SCRAPED(
            "%d of %d fetches of its metrics page were answered, so it was observed less than in production",
            "serve /actuator/prometheus on MANAGEMENT_SERVER_PORT, or measure all variants with --no-scrape"),
    NOT_STEADY(
            "no steady state within a minute of load; required: %s",
            "measure on a quieter machine, or with longer loads"),
    JIT_AT_WORK(
            "the JIT compilers took up to %.0f %% of the server's CPU time in the warm load, so it looks more expensive than it is",
            "more starts, or a longer warm load, make such a start weigh less"),
    LOAD_PLAN_ONLY(
            "it serves no more than the load plan, so the contract was not checked; its answers and its SQL were",
            "compare it with variants that serve the whole Person API only if that is what you ask for"),
    OTHER_SQL(
            "its SQL is Spring Data's and more work for the database, so its figures get no verdict",
            "see in discarded-start/%s/work.json what the database executes for each kind of request"),
    RATE_IS_SET(
            "requests arrive on a schedule, so it is what was asked for and gets no verdict",
            "compare CPU per 1000 requests and latency; a load without --rate shows what a server can do"),
    TOO_FEW_STARTS(
            "%s fresh start%s per variant: too few for an interval or a verdict", "measure with --invocations 12"),
    BUSY_MACHINE("load average %.2f on %s cores before the run began", "end other programs and measure again"),
    OTHER_COMMIT(
            "the run was resumed with --resume --anyway after the project had changed: its sessions are of the commits %s",
            "see that what changed between them is not what is measured, or measure again"),
    SHARED_CORES(
            "the client, server and database share %s cores, so the most expensive process slows the others",
            "compare CPU per 1000 requests, which this distorts least, or use a machine with at least 6 cores"),
    OUTLIER(
            "%s outlying start%s in %s; shown, and counted like all",
            "look at app.log of each; without a cause there, more starts make it weigh less");

    private final String text;
    private final String cure;

    Doubt(String text, String cure) {
        this.text = text;
        this.cure = cure;
    }

    /** The name in files. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Makes the warning.
     *
     * @param about the cell or other subject that it concerns
     * @param seen fills the placeholders of the text
     */
    Warning about(String about, Object... seen) {
        return new Warning(code(), about, String.format(Locale.ROOT, text, seen), cure.formatted(about));
    }

    /** Makes the warning about the whole run. */
    Warning aboutAll(Object... seen) {
        return about("all cells", seen);
    }
}
