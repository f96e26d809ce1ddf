package sprout.messaging;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The WebSocket endpoints of one package. Written by the annotation processor and never by hand: calls behind a switch. */
public interface EndpointModule {
    /** Says that an endpoint has no such method. */
    int NONE = -1;

    /** The endpoints of the package. */
    List<Endpoint> endpoints();

    /**
     * Binds the arguments of a method and calls it.
     *
     * @throws Exception what binding or the method throws
     */
    @Nullable
    Object call(int index, Object endpoint, MessageArguments arguments) throws Exception;

    /**
     * What is known of an endpoint at build time.
     *
     * @param path its pattern
     * @param type the class of the bean
     * @param onOpen index of the method, or {@link #NONE}; likewise the next two and {@code onBinary}
     * @param mappings the methods for text by destination
     */
    record Endpoint(
            String path,
            Class<?> type,
            List<String> subprotocols,
            int onOpen,
            int onClose,
            int onError,
            int onBinary,
            List<Mapping> mappings) {}

    /** A method for text: its destination, empty for all, and its index. */
    record Mapping(String destination, int index) {}
}
