package comparison.app;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.BadRequestException;
import io.helidon.http.HttpException;
import io.helidon.http.HttpMediaType;
import io.helidon.http.Status;
import io.helidon.http.media.MediaContext;
import io.helidon.http.media.jackson.JacksonSupport;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads and writes JSON with Jackson. */
final class Json {

    // By default, Jackson 2 writes a character outside the basic plane as two escaped surrogates.
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .configure(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8, true)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    static final MediaContext MEDIA = MediaContext.builder()
            .mediaSupportsDiscoverServices(false)
            .addMediaSupport(JacksonSupport.create(MAPPER))
            .build();

    private Json() {}

    /**
     * Reads the body of a request. Helidon's own reader decodes before it parses, which replaces bytes that are not
     * UTF-8. Jackson's parser rejects them.
     *
     * @throws HttpException with status 415 if the content type is not JSON, with 400 if the body is not the expected
     *     JSON
     */
    static <T> T read(ServerRequest request, Class<T> type) {
        if (!request.headers().contentType().map(Json::isJson).orElse(true)) {
            throw new HttpException("The body must be application/json", Status.UNSUPPORTED_MEDIA_TYPE_415, true);
        }
        try {
            T body = MAPPER.readValue(request.content().inputStream(), type);
            if (body == null) {
                throw new BadRequestException("The body is null");
            }
            return body;
        } catch (JsonProcessingException e) {
            throw new BadRequestException("The body is not the JSON that is expected", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isJson(HttpMediaType type) {
        return type.mediaType().text().equals(MediaTypes.APPLICATION_JSON_VALUE);
    }

    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
