package comparison.app;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.HttpException;

final class PersonController {

    private static final String JSON = "application/json";
    private static final CharSequence JSON_HEADER = HttpHeaders.createOptimized(JSON);
    private static final long MAX_BODY_BYTES = 1 << 20;
    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    void routes(Router router) {
        BodyHandler body = BodyHandler.create(false).setBodyLimit(MAX_BODY_BYTES);
        router.post("/person").consumes(JSON).produces(JSON).handler(body).handler(this::create);
        router.get("/person/:id").produces(JSON).handler(this::find);
        router.get("/person").produces(JSON).handler(this::list);
        router.put("/person/:id").consumes(JSON).produces(JSON).handler(body).handler(this::update);
        router.delete("/person/:id").handler(this::delete);
    }

    private void create(RoutingContext context) {
        people.insert(person(context))
                .onSuccess(created -> {
                    context.response().setStatusCode(201).putHeader(HttpHeaders.LOCATION, "/person/" + created.id());
                    answer(context, created.json());
                })
                .onFailure(context::fail);
    }

    private void find(RoutingContext context) {
        long id = id(context);
        people.find(id)
                .map(found -> found.orElseThrow(() -> notFound(id)))
                .onSuccess(person -> answer(context, person.json()))
                .onFailure(context::fail);
    }

    private void list(RoutingContext context) {
        long after = Parameters.number(context, "after", 0L, Long::valueOf);
        int limit = Parameters.number(context, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        people.list(after, limit)
                .onSuccess(found -> {
                    JsonArray page = new JsonArray();
                    found.forEach(person -> page.add(person.json()));
                    answer(context, page.encode());
                })
                .onFailure(context::fail);
    }

    private void update(RoutingContext context) {
        long id = id(context);
        Person person = person(context);
        if (person.id() == null || person.id() != id) {
            throw new HttpException(400, "The id of the body is not that of the path");
        }
        people.update(id, person)
                .map(updated -> updated.orElseThrow(() -> notFound(id)))
                .onSuccess(updated -> answer(context, updated.json()))
                .onFailure(context::fail);
    }

    private void delete(RoutingContext context) {
        long id = id(context);
        people.delete(id)
                .onSuccess(deleted -> {
                    if (deleted) {
                        context.response().setStatusCode(204).end();
                    } else {
                        context.fail(notFound(id));
                    }
                })
                .onFailure(context::fail);
    }

    private static void answer(RoutingContext context, JsonObject json) {
        answer(context, json.encode());
    }

    /** Sends JSON as text. Written directly to a buffer, characters beyond the basic plane would be escaped. */
    private static void answer(RoutingContext context, String json) {
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, JSON_HEADER).end(json);
    }

    private static Person person(RoutingContext context) {
        Buffer body = context.body().buffer();
        if (body != null && Json.decodeValue(body) instanceof JsonObject json) {
            return Person.of(json);
        }
        throw new HttpException(400, "The body is not a JSON object");
    }

    private static long id(RoutingContext context) {
        return Parameters.parsed("id", context.pathParam("id"), Long::valueOf);
    }

    private static HttpException notFound(long id) {
        return new HttpException(404, "There is no person with id " + id);
    }
}
