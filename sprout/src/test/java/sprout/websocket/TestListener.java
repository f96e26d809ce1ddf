package sprout.websocket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import sprout.http.HttpException;

/** Echoes, and does some other things when told to by text. */
final class TestListener implements WebSocketListener {
    /** Released to let a listener go on that was told to {@code wait}. */
    final Semaphore goOn = new Semaphore(0);

    final LinkedBlockingQueue<CloseReason> closed = new LinkedBlockingQueue<>();
    final CompletableFuture<WebSocketSession> opened = new CompletableFuture<>();
    final List<String> seen = new ArrayList<>();
    volatile String thread = "";

    @Override
    public void onOpen(WebSocketSession session) throws IOException {
        thread = Thread.currentThread().toString();
        if ("hello".equals(session.query())) {
            session.sendText("welcome");
        }
        opened.complete(session);
    }

    @Override
    public void onText(WebSocketSession session, String text) throws Exception {
        switch (text) {
            case "wait" -> goOn.acquire();
            case "fail" -> throw new IllegalStateException("a listener fails");
            case "refuse" -> throw new HttpException(400, "a listener refuses");
            case "fault" -> throw new OutOfMemoryError("as a listener sees it");
            case "leave" -> session.close(4001, "left");
            case "ping" -> session.sendPing("are you there".getBytes(StandardCharsets.UTF_8));
            case "flood" -> {
                byte[] block = new byte[100_000];
                for (int i = 0; i < 1000; i++) {
                    session.sendBinary(block);
                }
            }
            default -> session.sendText(text);
        }
    }

    @Override
    public void onBinary(WebSocketSession session, byte[] bytes) throws IOException {
        session.sendBinary(bytes);
    }

    @Override
    public void onPong(WebSocketSession session, byte[] payload) throws IOException {
        session.sendText("pong " + new String(payload, StandardCharsets.UTF_8));
    }

    @Override
    public void onClose(WebSocketSession session, CloseReason reason) {
        closed.add(reason);
    }
}
