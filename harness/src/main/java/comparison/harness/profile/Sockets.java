package comparison.harness.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the kernel counted of TCP, from {@code /proc/PID/net/snmp} and {@code netstat} (RFC 4022 and Linux's own). It counts for
 * all processes of a network namespace: without containers also for client, database and whatever else runs.
 *
 * @param counters by name, such as {@code Tcp.RetransSegs}; empty where there is no such file
 */
record Sockets(Map<String, Long> counters) {

    private static final List<Counter> TOLD = List.of(
            new Counter(
                    "TcpExt.ListenOverflows",
                    "connections refused because the accept queue was full",
                    "a longer backlog (server.backlog, server.tomcat.accept-count) and net.core.somaxconn, or a faster accept loop"),
            new Counter(
                    "TcpExt.ListenDrops",
                    "connections dropped by listeners, for whatever reason",
                    "as above; else memory"),
            new Counter(
                    "Tcp.EstabResets",
                    "established connections that were reset",
                    "find which side closed early; see time-outs"),
            new Counter(
                    "Tcp.OutRsts",
                    "resets sent",
                    "look for closes with unread data, and for connects where nobody listens"),
            new Counter(
                    "Tcp.AttemptFails",
                    "connects that failed",
                    "connects where nobody listens (a start that is awaited makes some)"),
            new Counter(
                    "Tcp.RetransSegs",
                    "segments sent again",
                    "on loopback there should be next to none; else packet loss"),
            new Counter(
                    "TcpExt.TCPAbortOnData",
                    "connections aborted with data unread",
                    "read requests to their end before closing"),
            new Counter(
                    "TcpExt.TCPTimeWaitOverflow",
                    "TIME_WAIT table full",
                    "keep connections alive, or raise tcp_max_tw_buckets"),
            new Counter(
                    "Tcp.PassiveOpens",
                    "connections accepted",
                    "far more than clients means that connections are not kept alive"));

    private record Counter(String name, String meaning, String cure) {}

    /** Reads the counters of a process's network namespace. */
    static Sockets of(long pid) {
        Path net = Path.of("/proc", Long.toString(pid), "net");
        Map<String, Long> all = new TreeMap<>();
        for (String file : List.of("snmp", "netstat")) {
            try {
                all.putAll(parse(Files.readAllLines(net.resolve(file))));
            } catch (IOException e) {
                return new Sockets(Map.of());
            }
        }
        return new Sockets(all);
    }

    /** Lines come in pairs with the same first word: names, then values. */
    static Map<String, Long> parse(List<String> lines) {
        Map<String, Long> counters = new TreeMap<>();
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String[] names = lines.get(i).split(" ", -1);
            String[] values = lines.get(i + 1).split(" ", -1);
            String group = names[0].replace(":", ".");
            for (int field = 1; field < Math.min(names.length, values.length); field++) {
                counters.put(group + names[field], Long.parseLong(values[field]));
            }
        }
        return counters;
    }

    /** Says what was counted since an earlier reading. */
    Section since(Sockets before) {
        if (counters.isEmpty()) {
            return Section.of(
                    "Sockets",
                    "The kernel's counters cannot be read: there is no /proc/net here.",
                    "Profile on Linux.");
        }
        List<List<String>> rows = new ArrayList<>();
        for (Counter counter : TOLD) {
            long more = counters.getOrDefault(counter.name, 0L) - before.counters.getOrDefault(counter.name, 0L);
            rows.add(List.of(counter.name, Long.toString(more), counter.meaning, more == 0 ? "nothing" : counter.cure));
        }
        long overflows = counters.getOrDefault("TcpExt.ListenOverflows", 0L)
                - before.counters.getOrDefault("TcpExt.ListenOverflows", 0L);
        return new Section(
                "Sockets",
                "Counted by the kernel during the profiled load, in the whole network namespace: without containers also for"
                        + " client, database and whatever else runs on this machine.",
                overflows == 0
                        ? "No connection was refused for want of a place in the queue."
                        : "Connections were refused: see the first line.",
                List.of("counter", "more", "meaning", "if it is not 0"),
                rows);
    }
}
