package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

/** Names the four modes: each engine on each type of threads. */
enum EngineMode {
    NIO_VIRTUAL(ExecutionMode.NIO, ThreadType.VIRTUAL),
    NIO_PLATFORM(ExecutionMode.NIO, ThreadType.PLATFORM),
    HYBRID_VIRTUAL(ExecutionMode.HYBRID, ThreadType.VIRTUAL),
    HYBRID_PLATFORM(ExecutionMode.HYBRID, ThreadType.PLATFORM);

    private final ExecutionMode execution;
    private final ThreadType threads;

    EngineMode(ExecutionMode execution, ThreadType threads) {
        this.execution = execution;
        this.threads = threads;
    }

    /** Returns the default options on a free port, with so few threads that a lost one is noticed. */
    ServerOptions.Builder options() {
        return ServerOptions.builder()
                .port(0)
                .executionMode(execution)
                .threadType(threads)
                .threadPoolSize(4)
                .eventLoops(2);
    }
}
