package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.Locale;

/** The events that async-profiler samples. */
enum Event {
    /** CPU time, a sample per ms: by perf events if the kernel allows them, otherwise by a timer per thread. */
    CPU(
            "event=cpu,interval=1ms",
            "processor time",
            "us",
            1000,
            "the widest frames at the top cost most: make them cheaper, or rarer"),
    /** Allocated bytes, a sample per 64 KiB. */
    ALLOC(
            "alloc=64k",
            "allocated bytes",
            "bytes",
            1,
            "the widest frames make most garbage: allocate less there, or reuse"),
    /**
     * Elapsed time of platform threads, running or waiting, a sample per 5 ms. Virtual threads appear on their
     * carriers.
     */
    WALL(
            "wall=5ms",
            "elapsed time",
            "us",
            5000,
            "shows what threads wait for: look for waiting that is neither for clients nor the database"),
    /** Time waiting for contended locks, from 10 µs. */
    LOCK(
            "lock=10us",
            "time waiting for locks",
            "us",
            0.001,
            "each wide stack is a contended lock: shorten it, split it, or do without");

    /** An option that needs no perf events: a timer of each thread. */
    private static final String TIMER = "event=ctimer,interval=1ms";

    private final String option;
    private final String meaning;
    private final String unit;
    private final double worth;
    private final String advice;

    Event(String option, String meaning, String unit, double worth, String advice) {
        this.option = option;
        this.meaning = meaning;
        this.unit = unit;
        this.worth = worth;
        this.advice = advice;
    }

    /**
     * Finds events by their names on the command line.
     *
     * @throws Fault of kind BAD_INPUT if one is unknown; it lists the valid ones
     */
    static List<Event> named(List<String> names) {
        return names.stream()
                .distinct()
                .map(name -> Names.find("event", name, List.of(values()), Event::id, ""))
                .toList();
    }

    /** Returns the name on the command line and of files. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the options of async-profiler that enable it, the best first. */
    List<String> options() {
        return this == CPU ? List.of(option, TIMER) : List.of(option);
    }

    /** Returns the measured quantity in words, such as {@code allocated bytes}. */
    String meaning() {
        return meaning;
    }

    /** Returns the unit of the quantity in reports: {@code us} or {@code bytes}. */
    String unit() {
        return unit;
    }

    /** Returns the number of {@link #unit units} per count in a flame graph: graphs count samples, bytes or ns. */
    double worth() {
        return worth;
    }

    /** Returns advice on how to read the flame graph. */
    String advice() {
        return advice;
    }
}
