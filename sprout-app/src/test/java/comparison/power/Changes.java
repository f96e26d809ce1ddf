package comparison.power;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What faults make of a request or an answer, where it takes more than a line to say. */
final class Changes {

    private Changes() {}

    /** Returns the number at the end of a request's path, which may be too large for a long. */
    static BigInteger id(Message request) {
        return new BigInteger(request.start().replaceAll("\\D+(\\d+) .*", "$1"));
    }

    private static BigInteger idBefore(Message request) {
        return id(request).subtract(BigInteger.ONE);
    }

    /** Makes it a request to read what it was about. */
    static Message read(Message request) {
        return request.redirected("^\\S+", "GET").withoutBody();
    }

    /** Makes it a request to read some person. */
    static Message readingTheFirst(Message request) {
        return read(request).redirected(" \\S+ ", " /person/1 ");
    }

    /** Makes it a request for the page that begins with the person it was about. */
    static Message pageOf(Message request) {
        return request.redirected("/\\d+ ", "?limit=1&after=" + idBefore(request) + " ");
    }

    /** Makes it a request about the person before. */
    static Message neighbour(Message request) {
        return request.redirected("\\d+", "" + idBefore(request))
                .edited("\"id\":" + id(request), "\"id\":" + idBefore(request));
    }

    static Message aboutNoFile(Message request) {
        return request.redirected("contract-", "contract-no-");
    }

    static Message withAnotherName(Message answer) {
        return answer.edited("\"name\":\"[^\"]*\"", "\"name\":\"Nobody\"");
    }

    /** Turns an array of flat objects around. */
    static Message reversed(Message answer) {
        String body = answer.body();
        List<String> objects =
                Arrays.asList(body.substring(1, body.length() - 1).split("(?<=}),(?=\\{)"));
        Collections.reverse(objects);
        return answer.withBody("[" + String.join(",", objects) + "]");
    }
}
