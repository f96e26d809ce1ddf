package comparison.power;

import java.io.IOException;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Two clients that read a person at the same time get each other's. */
final class SwappedAnswers implements Behaviour {

    private static final long SAME_TIME_MILLIS = 50;

    private final Exchanger<Message> exchanger = new Exchanger<>();

    @Override
    public Message answer(Message request, Server sound) throws IOException {
        Message answer = sound.answer(request);
        return request.is("GET " + PERSON) ? swapped(answer) : answer;
    }

    private Message swapped(Message answer) throws IOException {
        try {
            return exchanger.exchange(answer, SAME_TIME_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException alone) {
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while an answer waits for another", e);
        }
    }
}
