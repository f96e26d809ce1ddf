package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.load.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What compose.yaml, the Dockerfiles and the documentation say of the same thing. */
class RecipesTest {

    private static final Path PROJECT = Path.of("..");
    private static final Pattern DEFAULT_BASE = Pattern.compile("\\$\\{(JDK|JRE|POSTGRES|GRAALVM)_IMAGE:-([^}]+)}");
    private static final Pattern ARGUMENT =
            Pattern.compile("^ARG (JDK|JRE|POSTGRES|GRAALVM)_IMAGE=(.+)$", Pattern.MULTILINE);
    /** Three numbers; two where there are no more. */
    private static final Pattern EXACT = Pattern.compile("postgres:\\d+\\.\\d+|[a-z./-]+:\\d+\\.\\d+\\.\\d+[\\w.-]*");

    @Test
    void every_base_image_has_an_exact_version() throws IOException {
        assertThat(bases().keySet()).containsExactlyInAnyOrder("JDK", "JRE", "POSTGRES", "GRAALVM");
        assertThat(bases().values()).allSatisfy(image -> assertThat(image).matches(EXACT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"images/app/Dockerfile", "jmeter/Dockerfile", "hyperfoil/Dockerfile", "postgres/Dockerfile"})
    void a_Dockerfile_stands_on_the_same_bases_as_compose(String file) throws IOException {
        Map<String, String> arguments = byName(ARGUMENT, text(file));

        assertThat(arguments).isNotEmpty();
        assertThat(bases()).containsAllEntriesOf(arguments);
    }

    @Test
    void the_documentation_names_the_bases() throws IOException {
        assertThat(text("docs/containers.md")).contains(bases().values());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"images/app/Dockerfile", "jmeter/Dockerfile", "hyperfoil/Dockerfile", "postgres/Dockerfile"})
    void images_have_the_version_of_the_project(String file) throws IOException {
        Matcher version = Pattern.compile("<artifactId>comparison</artifactId>\\s*<version>(.+)</version>")
                .matcher(text("pom.xml"));
        assertThat(version.find()).isTrue();

        assertThat(text(file)).contains("org.opencontainers.image.version=\"" + version.group(1) + "\"");
    }

    @ParameterizedTest
    @EnumSource
    void the_image_of_a_load_engine_starts_its_client_and_has_the_stub(Engine engine) throws IOException {
        String file = engine.id() + "/Dockerfile";
        String client = engine.client(PROJECT).main().stream()
                .filter(word -> word.startsWith("comparison."))
                .collect(Collectors.joining());

        assertThat(service(engine.id()).get("image")).isEqualTo("comparison-" + engine.id());
        assertThat(service(engine.id()).get("build")).asString().contains("dockerfile=" + file);
        assertThat(text(file)).contains("COPY --from=build /client /opt/client\n");
        assertThat(text(file)).containsPattern("\nENTRYPOINT (.*\\\\\n)*.*\"" + Pattern.quote(client) + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "stub"})
    void compose_takes_client_and_stub_from_the_image_of_the_chosen_engine(String service) throws IOException {
        assertThat(service(service).get("image")).isEqualTo("comparison-${LOAD_ENGINE:-jmeter}");
    }

    private static Map<?, ?> service(String name) throws IOException {
        LoadSettings settings =
                LoadSettings.builder().setMaxAliasesForCollections(1000).build();
        Map<?, ?> compose = (Map<?, ?>) new Load(settings).loadFromString(text("compose.yaml"));
        Map<?, ?> services = (Map<?, ?>) Objects.requireNonNull(compose.get("services"));
        return (Map<?, ?>) Objects.requireNonNull(services.get(name));
    }

    private static Map<String, String> bases() throws IOException {
        return byName(DEFAULT_BASE, text("compose.yaml"));
    }

    private static Map<String, String> byName(Pattern definition, String text) {
        return definition
                .matcher(text)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    private static String text(String file) throws IOException {
        return Files.readString(PROJECT.resolve(file));
    }
}
