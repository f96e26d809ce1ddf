package sprout.messaging;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes and calls the WebSocket endpoints of one package. The annotation processor writes the implementations; do
 * not write one yourself.
 */
public interface EndpointModule {
    /** As index: the endpoint has no such method. */
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
     * Describes an endpoint.
     *
     * @param path its path pattern
     * @param type the class of the bean
     * @param subprotocols those that the endpoint supports
     * @param onOpen index of the method, or {@link #NONE}
     * @param onClose index of the method, or {@link #NONE}
     * @param onError index of the method, or {@link #NONE}
     * @param onBinary index of the method for binary messages, or {@link #NONE}
     * @param mappings the methods for text messages
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

    /**
     * Maps a destination to a method for text messages.
     *
     * @param destination empty for messages without a destination
     * @param index the index of the method
     */
    record Mapping(String destination, int index) {}
}
