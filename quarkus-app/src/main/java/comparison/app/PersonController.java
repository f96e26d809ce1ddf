package comparison.app;

import io.smallrye.common.annotation.RunOnVirtualThread;
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

@Path("/person")
@RunOnVirtualThread
public class PersonController {

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    @POST
    public RestResponse<Person> create(@Valid @NotNull Person person) {
        Person created = people.insert(person);
        return ResponseBuilder.<Person>created(URI.create("/person/" + created.id()))
                .entity(created)
                .build();
    }

    @GET
    @Path("/{id}")
    public Person find(@RestPath long id) {
        return people.find(id).orElseThrow(() -> notFound(id));
    }

    @GET
    public List<Person> list(
            @RestQuery @DefaultValue("0") long after, @RestQuery @DefaultValue("100") @Min(1) @Max(1000) int limit) {
        return people.list(after, limit);
    }

    @PUT
    @Path("/{id}")
    public Person update(@RestPath long id, @Valid @NotNull Person person) {
        if (person.id() == null || person.id() != id) {
            throw new BadRequestException("The id of the body is not that of the path");
        }
        return people.update(id, person).orElseThrow(() -> notFound(id));
    }

    @DELETE
    @Path("/{id}")
    public void delete(@RestPath long id) {
        if (!people.delete(id)) {
            throw notFound(id);
        }
    }

    private static NotFoundException notFound(long id) {
        return new NotFoundException("There is no person with id " + id);
    }
}
