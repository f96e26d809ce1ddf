#!/usr/bin/env python3
"""Compares builds of a server side by side: all are started, warmed up, and then loaded in turn in drawn order.

    peers/ab.py -c 32 -r 16 before=/tmp/before/sprout.jar:sprout-nio-loop after=sprout/target/sprout.jar:sprout-nio-loop

Each server is [LABEL=CLASS PATH:]NAME; the class path is put in front of peers/target/peers.jar (./bench mvn -pl peers -am package
-DskipTests). Prints medians over the rounds, and the median of the ratios to the first server within a round, which is what
counts on a busy machine. CPU is the kernel's clock of all threads but the JIT compilers', which stand apart. Per request as well:
time slices of all threads, and bytes allocated by Java threads; with --calls the system calls, counted by perf in a load of their
own. These three hardly depend on what else the machine does. Needs Linux and wrk.
"""
import argparse, glob, os, random, signal, socket, statistics, subprocess, tempfile, time

CALLS = ("read", "write", "epoll_wait", "epoll_pwait", "epoll_ctl", "futex", "ppoll", "poll", "recvfrom", "sendto", "sched_yield")

LUA = """
local requests
init = function(args) requests = string.rep(wrk.format(nil), tonumber(args[1])) end
request = function() return requests end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(99), latency:percentile(99.9)))
end
"""
JAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "target", "peers.jar")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, text, java):
        self.text, self.port = text, free_port()
        front, _, name = text.rpartition(":")
        path = front.partition("=")[2]
        self.process = subprocess.Popen(
            [java, "-Xmx512m", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=2", "-cp", path + ":" + JAR if path else JAR,
             "comparison.peers.Peers", name, str(self.port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit(f"{text} does not start")

    def clocks(self):
        """Microseconds and time slices of all threads, microseconds of the JIT compilers among them, bytes allocated."""
        total = slices = jit = 0
        for file in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                time, _, count = map(int, open(file).read().split())
                total += time / 1e3
                slices += count
                jit += time / 1e3 if open(file.replace("schedstat", "comm")).read()[:3] in ("C1 ", "C2 ") else 0
            except OSError:
                pass  # a thread that has just ended
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return total, slices, jit, int(self.process.stdout.readline())

    def calls(self, script, connections, pipelining):
        """Counts system calls in a load of a second."""
        events = ",".join("syscalls:sys_enter_" + call for call in CALLS)
        counter = subprocess.Popen(["perf", "stat", "-x", ";", "-e", events, "-p", str(self.process.pid)],
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        count = self.load(script, connections, pipelining, 1)["count"]
        counter.send_signal(signal.SIGINT)
        counts = [line.split(";") for line in counter.communicate()[1].splitlines() if "sys_enter_" in line]
        return ", ".join(f"{c[2].partition('enter_')[2]} {int(c[0]) / count:.3f}" for c in counts if int(c[0]) > count / 2000)

    def load(self, script, connections, pipelining, seconds):
        before = self.clocks()
        output = subprocess.run(
            ["wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "-s", script,
             f"http://127.0.0.1:{self.port}/benchmark/hello", "--", str(pipelining)],
            capture_output=True, text=True).stdout
        total, slices, jit, bytes = (b - a for a, b in zip(before, self.clocks()))
        count, micros, errors, p99, p999 = map(int, output.partition("RESULT ")[2].split())
        if errors:
            print(f"{self.text}: {errors} errors")
        count = max(1, count)
        return {"req/s": count / micros * 1e6, "CPU us": (total - jit) / count, "JIT us": jit / count, "slices": slices / count,
                "B": bytes / count, "p99 ms": p99 / 1e3, "p99.9 ms": p999 / 1e3, "count": count}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-c", type=int, default=32, metavar="N", help="connections: 32")
    options.add_argument("-p", type=int, default=1, metavar="N", help="requests sent at once on each: 1")
    options.add_argument("-d", type=int, default=1, metavar="S", help="seconds of each load: 1")
    options.add_argument("-r", type=int, default=16, metavar="N", help="rounds: 16")
    options.add_argument("--warm-up", type=int, default=6, metavar="S", help="seconds, not measured: 6")
    options.add_argument("--calls", action="store_true", help="count system calls at the end; needs perf and its rights")
    options.add_argument("servers", nargs="+")
    given = options.parse_args()
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(LUA)
        script.flush()
        servers = []
        try:
            for text in given.servers:
                servers.append(Server(text, java))
                servers[-1].load(script.name, given.c, given.p, given.warm_up)
            rounds = []
            for _ in range(given.r):
                order = random.sample(servers, len(servers))
                rounds.append({s.text: s.load(script.name, given.c, given.p, given.d) for s in order})
            print(f"{given.c} connections x {given.p}, {given.r} rounds of {given.d} s, load average {os.getloadavg()[0]:.1f}")
            for text in given.servers:
                mine = [r[text] for r in rounds]
                ratio = statistics.median(r[text]["CPU us"] / r[given.servers[0]]["CPU us"] for r in rounds)
                cpu = [m["CPU us"] for m in mine]
                figures = ", ".join(f"{k} {statistics.median(m[k] for m in mine):.2f}" for k in mine[0] if k != "count")
                print(f"{text}: {figures}; CPU {min(cpu):.2f}-{max(cpu):.2f}, ratio {ratio:.3f}")
            for s in servers if given.calls else []:
                print(f"{s.text}: calls per request: {s.calls(script.name, given.c, given.p)}")
        finally:
            for s in servers:
                s.process.stdin.close()
                s.process.wait(20)


if __name__ == "__main__":
    main()
