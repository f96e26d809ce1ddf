package sprout.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes what clients send as UTF-8. Invalid bytes are rejected, not silently replaced. */
public final class Utf8 {
    private Utf8() {}

    /**
     * Decodes bytes of a request body.
     *
     * @throws HttpException with status 400 if they are not valid UTF-8
     */
    public static String decode(byte[] bytes) {
        return decode(bytes, bytes.length, "The body is not valid UTF-8.");
    }

    /**
     * Decodes the first bytes of an array.
     *
     * @throws HttpException with status 400 and this message if they are not valid UTF-8
     */
    static String decode(byte[] bytes, int length, String message) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new HttpException(400, message, e);
        }
    }
}
