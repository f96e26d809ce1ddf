package comparison.hyperfoil;

import io.hyperfoil.http.api.HttpMethod;

/** The requests of a loop, in order. */
enum Operation {
    CREATE("Create", HttpMethod.POST, 201),
    READ("Read", HttpMethod.GET, 200),
    UPDATE("Update", HttpMethod.PUT, 200),
    DELETE("Delete", HttpMethod.DELETE, 204);

    private final String label;
    private final HttpMethod method;
    private final int status;

    Operation(String label, HttpMethod method, int status) {
        this.label = label;
        this.method = method;
        this.status = status;
    }

    String label() {
        return label;
    }

    HttpMethod method() {
        return method;
    }

    /** The HTTP status of a correct response. */
    int status() {
        return status;
    }

    boolean hasBody() {
        return this == CREATE || this == UPDATE;
    }
}
