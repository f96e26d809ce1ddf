package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests the answers of create, read, list, update and delete, and that the database has really changed. */
interface PersonContract extends Targeted {

    @Test
    default void createAnswersThePersonAndItsLocation() {
        Reply reply = app().post("/person", Api.json("Grace Hopper", "found the moth"));
        long id = reply.has(201).isPerson("Grace Hopper", "found the moth");
        assertThat(reply.header("Location")).endsWith("/person/" + id);
        assertThat(target().app().resolve(reply.header("Location")))
                .isEqualTo(target().app().resolve("/person/" + id));
    }

    @Test
    default void aCreatedPersonIsReadBack() {
        long id = created();
        assertThat(app().get("/person/" + id).has(200).isPerson("Ada Lovelace", "first programmer"))
                .isEqualTo(id);
    }

    @Test
    default void createIgnoresUnknownFieldsAndTheIdOfTheBody() {
        long id = app().post("/person", """
                        {"id": 987654321987, "nick": {"a": [1]}, "name": "Alan Turing", "description": "machines"}""").has(201).isPerson("Alan Turing", "machines");
        assertThat(id).isNotEqualTo(987654321987L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Zoë Österreich", "Лев Толстой", "夏目漱石", "👩‍💻🚀🎉", "quote\" back\\slash </tag> \t tab"})
    default void textIsUtf8EndToEnd(String text) {
        long id = app().post("/person", Api.json(text, text)).has(201).isPerson(text, text);
        app().get("/person/" + id).has(200).isPerson(text, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "漢", "🚀"})
    default void lengthsAreCountedInCharacters(String character) {
        String shortest = character.repeat(3);
        String name = character.repeat(128);
        String description = character.repeat(256);
        app().post("/person", Api.json(shortest, shortest)).has(201).isPerson(shortest, shortest);
        long id = app().post("/person", Api.json(name, description)).has(201).isPerson(name, description);
        app().get("/person/" + id).has(200).isPerson(name, description);
        app().post("/person", Api.json(character.repeat(2), shortest)).isProblemAbout("name");
        app().post("/person", Api.json(shortest, character.repeat(2))).isProblemAbout("description");
        app().post("/person", Api.json(character.repeat(129), character.repeat(257)))
                .isProblemAbout("name", "description");
    }

    @Test
    default void updateAnswersAndStoresThePerson() {
        long id = created();
        assertThat(app().put("/person/" + id, Api.json(id, "Ada King", "Countess of Lovelace"))
                        .has(200)
                        .isPerson("Ada King", "Countess of Lovelace"))
                .isEqualTo(id);
        app().get("/person/" + id).has(200).isPerson("Ada King", "Countess of Lovelace");
    }

    @Test
    default void updateChangesNobodyElse() {
        long other = created();
        long id = created();
        app().put("/person/" + id, Api.json(id, "Somebody", "somebody else")).has(200);
        app().get("/person/" + other).has(200).isPerson("Ada Lovelace", "first programmer");
    }

    @Test
    default void anInvalidUpdateStoresNothing() {
        long id = created();
        app().put("/person/" + id, Api.json(id, "no", "name is too short")).isProblemAbout("name");
        app().put("/person/" + id, Api.json(id + 1, "Other", "other's id")).isProblem(400);
        app().get("/person/" + id).has(200).isPerson("Ada Lovelace", "first programmer");
    }

    @Test
    default void deleteRemovesThePersonAndAnswersNothing() {
        long id = created();
        assertThat(app().delete("/person/" + id).has(204).bytes()).isEmpty();
        app().get("/person/" + id).isProblem(404);
        app().delete("/person/" + id).isProblem(404);
    }

    @Test
    default void deleteRemovesNobodyElse() {
        long before = created();
        long id = created();
        long after = created();
        app().delete("/person/" + id).has(204);
        app().get("/person/" + before).has(200);
        app().get("/person/" + after).has(200);
    }

    @Test
    default void everyoneIsAnsweredTheirOwnPerson() throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Void>> readers =
                    IntStream.range(0, 16).mapToObj(this::reader).toList();
            for (Future<Void> reader : clients.invokeAll(readers)) {
                reader.get();
            }
        }
    }

    private Callable<Void> reader(int number) {
        String name = "Reader " + number;
        return () -> {
            long id = app().post("/person", Api.json(name, "one of many"))
                    .has(201)
                    .isPerson(name, "one of many");
            for (int i = 0; i < 5; i++) {
                app().get("/person/" + id).has(200).isPerson(name, "one of many");
            }
            return null;
        };
    }

    @Test
    default void nobodyIsFoundWhereNobodyIs() {
        String path = "/person/" + Long.MAX_VALUE;
        app().get(path).isProblem(404);
        app().delete(path).isProblem(404);
        app().put(path, Api.json(Long.MAX_VALUE, "Nobody", "not there")).isProblem(404);
    }

    /** The deletion is committed while the request waits for it, so a request that reads first has found the person. */
    @Test
    default void whoIsDeletedInTheMiddleOfARequestIsNotFound() throws Exception {
        database();
        long updated = created();
        answerAfterDeletionOf(updated, () -> app().put("/person/" + updated, Api.json(updated, "Ada King", "too late")))
                .isProblem(404);
        long deleted = created();
        answerAfterDeletionOf(deleted, () -> app().delete("/person/" + deleted)).isProblem(404);
    }

    private Reply answerAfterDeletionOf(long id, Supplier<Reply> request) throws Exception {
        CompletableFuture<Reply> running;
        try (RowLock lock = RowLock.deleting(database(), id)) {
            running = CompletableFuture.supplyAsync(request);
            lock.awaitWaiter();
        }
        return running.get();
    }

    @Test
    default void listIsPagedInIdOrder() {
        List<Long> ids = IntStream.range(0, 5).mapToObj(i -> created()).toList();
        long before = ids.getFirst() - 1;
        assertThat(listed("?after=" + before + "&limit=3")).isEqualTo(ids.subList(0, 3));
        assertThat(listed("?after=" + ids.get(2) + "&limit=1000")).startsWith(ids.get(3), ids.get(4));
        assertThat(listed("?after=" + ids.getLast() + "&limit=1")).isNotEqualTo(List.of(ids.getLast()));
        assertThat(listed("?after=" + Long.MAX_VALUE)).isEmpty();
    }

    @Test
    default void listShowsWholePeople() {
        long id = created();
        Reply page = app().get("/person?limit=1&after=" + (id - 1)).has(200).is("application/json");
        assertThat(page.json().isArray()).isTrue();
        assertThat(page.json().get(0)).isEqualTo(app().get("/person/" + id).json());
    }

    @Test
    default void listHasOneHundredPeopleUnlessToldOtherwise() {
        List<Long> ids = IntStream.range(0, 101).mapToObj(i -> created()).toList();
        assertThat(listed("?after=" + (ids.getFirst() - 1))).hasSize(100);
        assertThat(listed("")).hasSize(100);
        assertThat(listed("?limit=101")).hasSize(101);
    }

    @Test
    default void thePublicJMeterPlanRunsUnmodified() {
        long id = app().post("/person", Api.json("Person one", "made by JMeter"))
                .has(201)
                .json()
                .path("id")
                .asLong();
        app().get("/person/" + id).has(200).isPerson("Person one", "made by JMeter");
        app().put("/person/" + id, Api.json(id, "Person two", "changed by JMeter"))
                .has(200);
        app().delete("/person/" + id).has(204);
    }

    private List<Long> listed(String query) {
        JsonNode page =
                app().get("/person" + query).has(200).is("application/json").json();
        return page.valueStream().map(person -> person.get("id").longValue()).toList();
    }
}
