package sprout.mvc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import sprout.http.HttpException;

/** Refuses bytes that are not UTF-8, which a lenient decoder would replace silently. */
final class Utf8 {
    private Utf8() {}

    /** The text of a body. */
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
