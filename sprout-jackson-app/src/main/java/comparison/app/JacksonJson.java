package comparison.app;

import java.lang.reflect.Type;
import sprout.beans.annotation.Component;
import sprout.http.HttpException;
import sprout.mvc.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON by reflection, as the Spring apps do, with Jackson's default settings. */
@Component
final class JacksonJson implements Json {

    private final JsonMapper mapper = JsonMapper.shared();

    @Override
    public Object read(byte[] bytes, Type type) {
        try {
            Object value = mapper.readValue(bytes, mapper.constructType(type));
            if (value == null) {
                throw new HttpException(400, "The request needs a JSON body other than null.");
            }
            return value;
        } catch (JacksonException e) {
            throw new HttpException(400, "The JSON of the body cannot be read.", e);
        }
    }

    @Override
    public byte[] write(Object value) {
        return mapper.writeValueAsBytes(value);
    }
}
