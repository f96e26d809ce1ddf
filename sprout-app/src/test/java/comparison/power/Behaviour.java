package comparison.power;

import java.io.IOException;
import java.util.function.UnaryOperator;

/** What a server with a fault does with a request, told by a server without it. Used by many threads at once. */
@FunctionalInterface
interface Behaviour {

    String PERSON = "/person/\\d+";
    String FILE = "/benchmark/file/.*";

    Message answer(Message request, Server sound) throws IOException;

    /** The server without the fault. */
    @FunctionalInterface
    interface Server {
        Message answer(Message request) throws IOException;
    }

    /** Behaves so for these requests, and well for all others. */
    static Behaviour on(String requests, Behaviour fault) {
        return (request, sound) -> request.is(requests) ? fault.answer(request, sound) : sound.answer(request);
    }

    /** Understands a request differently. */
    static Behaviour hears(String requests, UnaryOperator<Message> change) {
        return on(requests, (request, sound) -> sound.answer(change.apply(request)));
    }

    /** Answers differently. */
    static Behaviour says(String requests, UnaryOperator<Message> change) {
        return on(requests, (request, sound) -> change.apply(sound.answer(request)));
    }

    /** Answers differently where the answer would have this status. */
    static Behaviour says(int status, String requests, UnaryOperator<Message> change) {
        return says(requests, answer -> answer.status() == status ? change.apply(answer) : answer);
    }

    /** Does something else as well, before it answers. */
    static Behaviour doesFirst(String requests, UnaryOperator<Message> more) {
        return on(requests, (request, sound) -> {
            sound.answer(more.apply(request));
            return sound.answer(request);
        });
    }

    /** Does something else as well if the request had this status. */
    static Behaviour doesAfter(int status, String requests, UnaryOperator<Message> more) {
        return on(requests, (request, sound) -> {
            Message answer = sound.answer(request);
            if (answer.status() == status) {
                sound.answer(more.apply(request));
            }
            return answer;
        });
    }

    /** Undoes a change once it is answered. */
    static Behaviour forgets(String requests) {
        return on(requests, (request, sound) -> {
            Message before = sound.answer(Changes.read(request));
            Message answer = sound.answer(request);
            if (answer.status() == 200) {
                sound.answer(request.withBody(before.body()));
            }
            return answer;
        });
    }
}
