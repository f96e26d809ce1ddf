package comparison.peers;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.net.InetAddress;

/** Runs Helidon Níma: a virtual thread per connection reads, handles and writes. */
final class HelidonPeer implements Peer {
    private static final Header TEXT = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, Answers.TEXT);
    private static final Header JSON = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, Answers.JSON);

    @Override
    public void start(int port) {
        HttpRouting.Builder routing = HttpRouting.builder()
                .get(
                        Answers.HELLO_PATH,
                        (request, response) -> response.header(TEXT).send(Answers.HELLO))
                .get(
                        Answers.JSON_PATH,
                        (request, response) -> response.header(JSON).send(Answers.json()));
        WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .routing(routing)
                .build()
                .start();
    }
}
