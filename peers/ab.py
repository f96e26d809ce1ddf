#!/usr/bin/env python3
"""Compares builds of a server side by side: all are started, warmed up, and then loaded in turn in drawn order.

    peers/ab.py -c 32 -r 16 before=/tmp/before/sprout.jar:sprout-nio-loop after=sprout/target/sprout.jar:sprout-nio-loop

Each server is [LABEL=CLASS PATH:]NAME; the class path is put in front of peers/target/peers.jar (./bench mvn -pl peers -am package
-DskipTests). Prints medians over the rounds, and the median of the ratios to the first server within a round, which is what
counts on a busy machine. CPU is the kernel's clock of all threads but the JIT compilers', which stand apart. Needs Linux and wrk.
"""
import argparse, glob, os, random, socket, statistics, subprocess, tempfile

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

    def micros(self):
        """Processor time of all threads, and that of the JIT compilers among them."""
        total = jit = 0
        for file in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                time = int(open(file).read().split()[0]) / 1e3
                total += time
                jit += time if open(file.replace("schedstat", "comm")).read()[:3] in ("C1 ", "C2 ") else 0
            except OSError:
                pass  # a thread that has just ended
        return total, jit

    def load(self, script, connections, pipelining, seconds):
        before = self.micros()
        output = subprocess.run(
            ["wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "-s", script,
             f"http://127.0.0.1:{self.port}/benchmark/hello", "--", str(pipelining)],
            capture_output=True, text=True).stdout
        total, jit = (b - a for a, b in zip(before, self.micros()))
        count, micros, errors, p99, p999 = map(int, output.partition("RESULT ")[2].split())
        if errors:
            print(f"{self.text}: {errors} errors")
        count = max(1, count)
        return {"req/s": count / micros * 1e6, "CPU us": (total - jit) / count, "JIT us": jit / count,
                "p99 ms": p99 / 1e3, "p99.9 ms": p999 / 1e3}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-c", type=int, default=32, metavar="N", help="connections: 32")
    options.add_argument("-p", type=int, default=1, metavar="N", help="requests sent at once on each: 1")
    options.add_argument("-d", type=int, default=1, metavar="S", help="seconds of each load: 1")
    options.add_argument("-r", type=int, default=16, metavar="N", help="rounds: 16")
    options.add_argument("--warm-up", type=int, default=6, metavar="S", help="seconds, not measured: 6")
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
                figures = ", ".join(f"{k} {statistics.median(m[k] for m in mine):.2f}" for k in mine[0])
                print(f"{text}: {figures}; CPU {min(cpu):.2f}-{max(cpu):.2f}, ratio {ratio:.3f}")
        finally:
            for s in servers:
                s.process.stdin.close()
                s.process.wait(20)


if __name__ == "__main__":
    main()
