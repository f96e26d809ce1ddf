package sprout.mvc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import sprout.http.HttpException;

/** Converts between text and UTF-8. Invalid bytes are rejected, not silently replaced. */
final class Utf8 {
    private Utf8() {}

    /**
     * Decodes bytes of a request body.
     *
     * @throws HttpException with status 400 if they are not valid UTF-8
     */
    static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new HttpException(400, "The body is not valid UTF-8.", e);
        }
    }

    static byte[] encode(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
