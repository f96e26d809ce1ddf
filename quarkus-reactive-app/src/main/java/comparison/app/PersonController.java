package comparison.app;

import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jspecify.annotations.Nullable;

/** Runs on event loops, because every method returns a {@link Uni}. */
@Path("/person")
public class PersonController {

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    @POST
    public Uni<RestResponse<Person>> create(@Valid @NotNull Person person) {
        return people.insert(person)
                .map(created -> ResponseBuilder.<Person>created(URI.create("/person/" + created.id()))
                        .entity(created)
                        .build());
    }

    @GET
    @Path("/{id}")
    public Uni<Person> find(@RestPath long id) {
        return found(id, people.find(id));
    }

    @GET
    public Uni<List<Person>> list(
            @RestQuery @DefaultValue("0") long after, @RestQuery @DefaultValue("100") @Min(1) @Max(1000) int limit) {
        return people.list(after, limit);
    }

    @PUT
    @Path("/{id}")
    public Uni<Person> update(@RestPath long id, @Valid @NotNull Person person) {
        if (person.id() == null || person.id() != id) {
            throw new BadRequestException("The id of the body is not that of the path");
        }
        return found(id, people.update(id, person));
    }

    @DELETE
    @Path("/{id}")
    public Uni<Void> delete(@RestPath long id) {
        return people.delete(id)
                .flatMap(deleted ->
                        deleted ? Uni.createFrom().voidItem() : Uni.createFrom().failure(notFound(id)));
    }

    private static Uni<Person> found(long id, Uni<@Nullable Person> person) {
        return person.onItem().ifNull().failWith(() -> notFound(id));
    }

    private static NotFoundException notFound(long id) {
        return new NotFoundException("There is no person with id " + id);
    }
}
