package comparison.app;

import io.helidon.webserver.http.ServerRequest;
import java.util.List;

/** Reads numbers from requests. What is not a number, or out of range, is answered with 400. */
final class Parameters {

    private Parameters() {}

    static int number(ServerRequest request, String name, int otherwise, int least, int most) {
        long number = parsed(name, request.query().first(name).orElse(Integer.toString(otherwise)));
        if (number < least || number > most) {
            throw invalid(name, "must be between " + least + " and " + most);
        }
        return (int) number;
    }

    static long parsed(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw invalid(name, "must be a whole number");
        }
    }

    private static InvalidException invalid(String name, String message) {
        return new InvalidException(List.of(new InvalidException.Field(name, message)));
    }
}
