package comparison.app;

import io.helidon.http.BadRequestException;
import io.helidon.http.HeaderNames;
import io.helidon.http.NotFoundException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

class PersonController implements HttpService {

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.post("/", this::create)
                .get("/{id}", this::find)
                .get("/", this::list)
                .put("/{id}", this::update)
                .delete("/{id}", this::delete)
                .any("/{id}", Problems.notAllowed("GET, PUT, DELETE"))
                .any("/", Problems.notAllowed("GET, POST"));
    }

    private void create(ServerRequest request, ServerResponse response) {
        Person created = people.insert(person(request));
        response.status(Status.CREATED_201)
                .header(HeaderNames.LOCATION, "/person/" + created.id())
                .send(created);
    }

    private void find(ServerRequest request, ServerResponse response) {
        long id = id(request);
        response.send(people.find(id).orElseThrow(() -> notFound(id)));
    }

    private void list(ServerRequest request, ServerResponse response) {
        long after = Parameters.parsed("after", request.query().first("after").orElse("0"));
        response.send(people.list(after, Parameters.number(request, "limit", 100, 1, 1000)));
    }

    private void update(ServerRequest request, ServerResponse response) {
        long id = id(request);
        Person person = person(request);
        if (person.id() == null || person.id() != id) {
            throw new BadRequestException("The id of the body is not that of the path");
        }
        response.send(people.update(id, person).orElseThrow(() -> notFound(id)));
    }

    private void delete(ServerRequest request, ServerResponse response) {
        long id = id(request);
        if (!people.delete(id)) {
            throw notFound(id);
        }
        response.status(Status.NO_CONTENT_204).send();
    }

    private static Person person(ServerRequest request) {
        return Json.read(request, Person.class).validated();
    }

    private static long id(ServerRequest request) {
        return Parameters.parsed("id", request.path().pathParameters().get("id"));
    }

    private static NotFoundException notFound(long id) {
        return new NotFoundException("There is no person with id " + id);
    }
}
