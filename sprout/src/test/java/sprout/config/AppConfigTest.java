package sprout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.config.AppConfig.Overrides;

class AppConfigTest {
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void aValueOfTheFileIsFoundByItsDottedKey() {
        AppConfig config = yaml("server: {port: 8081, thread-type: platform}");
        assertThat(config.getIntProperty("server.port", 1)).isEqualTo(8081);
        assertThat(config.getStringProperty("server.thread-type", "virtual")).isEqualTo("platform");
        assertThat(config.getBooleanProperty("server.unknown", true)).isTrue();
    }

    @Test
    void theEnvironmentOverridesTheFileInItsRelaxedSpelling() {
        environment.put("SERVER_THREAD_POOL_SIZE", "7");
        assertThat(yaml("server: {thread-pool-size: 150}").getIntProperty("server.thread-pool-size", 1))
                .isEqualTo(7);
    }

    @Test
    void aSystemPropertyOverridesTheEnvironment() {
        environment.put("SERVER_PORT", "2");
        properties.put("server.port", "3");
        assertThat(yaml("server: {port: 1}").getIntProperty("server.port", 0)).isEqualTo(3);
    }

    @Test
    void aPlaceholderTakesTheEnvironmentOrItsDefault() {
        AppConfig config = yaml("url: 'jdbc:postgresql://${DB_HOST:localhost}:${DB_PORT:5432}/x'");
        assertThat(config.find("url")).contains("jdbc:postgresql://localhost:5432/x");
        environment.put("DB_HOST", "database");
        assertThat(config.find("url")).contains("jdbc:postgresql://database:5432/x");
    }

    @Test
    void aDefaultMayHoldAPlaceholder() {
        environment.put("THREADS", "virtual");
        assertThat(yaml("a: '${MISSING:${THREADS:platform}}'").find("a")).contains("virtual");
    }

    @Test
    void aPlaceholderWithoutValueAndDefaultNamesBoth() {
        AppConfig config = yaml("password: '${DB_PASSWORD}'");
        assertThatThrownBy(() -> config.find("password"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("password", "${DB_PASSWORD}", "set it");
    }

    @Test
    void aPlaceholderThatRefersToItselfIsRefused() {
        AppConfig config = yaml("a: ${b}\nb: ${a}");
        assertThatThrownBy(() -> config.find("a"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("itself");
    }

    @ParameterizedTest
    @CsvSource({"eighty", "1.5", "99999999999", "''' '''"})
    void aNumberThatIsNoneNamesKeyValueAndRange(String value) {
        properties.put("server.port", value);
        AppConfig config = yaml("");
        if (value.isBlank()) {
            assertThat(config.find("server.port")).isEmpty();
        } else {
            assertThatThrownBy(() -> config.get(Setting.number("server.port", "1", 0, 65_535, "")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "server.port is '%s' (system property server.port), but must be a whole number from 0 to 65535",
                            value);
        }
    }

    @Test
    void anUnknownChoiceListsTheKnownOnes() {
        properties.put("server.execution-mode", "bio");
        assertThatThrownBy(() -> yaml("").get(Setting.choice("server.execution-mode", Mode.class, "nio", "")))
                .hasMessage(
                        "server.execution-mode is 'bio' (system property server.execution-mode), but must be one of nio, two-words");
    }

    @Test
    void aChoiceIgnoresCaseAndDashes() {
        properties.put("mode", "Two-Words");
        assertThat(yaml("").get(Setting.choice("mode", Mode.class, "nio", ""))).isEqualTo(Mode.TWO_WORDS);
    }

    @ParameterizedTest
    @CsvSource({"Fast, Fast", "fast, Fast", "TLS-v13, TLS_v13"})
    void aConstantThatIsNotAllUpperCaseCanBeChosen(String text, Mixed expected) {
        properties.put("mode", text);
        assertThat(yaml("").get(Setting.choice("mode", Mixed.class, "none", "")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "30s, 30000", "2m, 120000", "1h, 3600000", "PT1.5S, 1500"})
    void aTimeSpanMayHaveAnyOfItsUnits(String text, long millis) {
        properties.put("timeout", text);
        assertThat(yaml("").get(Setting.duration("timeout", "0s", ""))).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"30", "-1s", "soon", "PT-1S", "s"})
    void aTimeSpanWithoutUnitIsRefused(String text) {
        properties.put("timeout", text);
        assertThatThrownBy(() -> yaml("").get(Setting.duration("timeout", "0s", "")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("timeout", text, "500ms");
    }

    @Test
    void aListIsASequenceOrSeparatedByCommas() {
        assertThat(list(yaml("origins: [a, b]"), "origins")).containsExactly("a", "b");
        assertThat(list(yaml("origins: a, b"), "origins")).containsExactly("a", "b");
        assertThat(list(yaml(""), "origins")).isEmpty();
    }

    @Test
    void anElementOfASequenceMayHaveCommas() {
        AppConfig config = yaml("names: ['a,b', c]");
        assertThat(config.get(Setting.list(Setting.text("names", null, "")))).containsExactly("a,b", "c");
        assertThat(config.get(Setting.text("names", null, ""))).isEqualTo("a,b,c");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[https://a, https://staging] | [https://prod] | https://prod",
                "[https://a] | [https://prod, https://b] | https://prod;https://b",
                "'https://a, https://b' | [https://prod] | https://prod",
                "[https://a, https://b] | https://prod | https://prod",
                "[https://a, https://b] | [] | ''",
                "'https://a, https://b' | [] | ''",
                "[https://a, https://b] | '\"\"' | ''",
                "[] | [https://prod] | https://prod"
            })
    void aListOfAProfileReplacesThatOfTheBaseAsAWhole(String base, String profile, String expected) {
        environment.put("SPROUT_PROFILES_ACTIVE", "prod");
        file("application.yml", "cors:\n  allowed-origins: " + base + "\n  other: [kept]");
        file("application-prod.yml", "cors:\n  allowed-origins: " + profile);
        List<String> origins = AppConfig.split(expected.replace(';', ','));
        assertThat(list(load(), "cors.allowed-origins")).isEqualTo(origins);
        assertThat(list(load(), "cors.other")).containsExactly("kept");
    }

    @Test
    void ofAListOfMappingsNothingIsLeftBesideThoseOfTheProfile() {
        environment.put("SPROUT_PROFILES_ACTIVE", "prod,none");
        file("application.yml", "users: [{name: a, role: admin}, {name: b}]\nusersAlike: 1\ngroups: [{name: g}]");
        file("application-prod.yml", "users: [{name: c, tags: [x]}]");
        file("application-none.yml", "groups: []");
        AppConfig config = load();
        assertThat(config.find("users[0].name")).contains("c");
        assertThat(config.find("users[0].tags[0]")).contains("x");
        assertThat(config.find("users[0].role")).isEmpty();
        assertThat(config.find("users[1].name")).isEmpty();
        assertThat(config.find("usersAlike")).contains("1");
        assertThat(config.find("groups[0].name")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', environment, ''",
        "'c,d', environment, 'c,d'",
        "'', property, ''",
        "'c', property, c",
        "c, property element, c",
        "c, argument element, c"
    })
    void aListIsReplacedAsAWholeFromOutsideToo(String value, String source, String expected) {
        file("application.yml", "list: [a, b]\ntext: a,b");
        Map<String, String> arguments = new HashMap<>();
        for (String key : List.of("list", "text")) {
            switch (source) {
                case "environment" -> environment.put(Setting.environmentVariable(key), value);
                case "property" -> properties.put(key, value);
                case "property element" -> properties.put(key + "[0]", value);
                default -> arguments.put(key + "[0]", value);
            }
        }
        AppConfig config =
                AppConfig.load(new Files(files), new Overrides(arguments, properties::get, environment::get));
        for (String key : List.of("list", "text")) {
            assertThat(list(config, key)).isEqualTo(AppConfig.split(expected));
        }
    }

    @Test
    void aBadElementNamesTheArgumentThatItCameFrom() {
        file("application.yml", "ports: [1, 2]");
        AppConfig config = AppConfig.load(
                new Files(files), new Overrides(Map.of("ports[0]", "many"), properties::get, environment::get));
        assertThatThrownBy(() -> config.get(Setting.list(Setting.number("ports", null, 1, 9, ""))))
                .hasMessageContaining("ports is 'many' (argument --ports[0])");
    }

    @Test
    void aProfileOverridesTheBase() {
        file("application.yml", "a: base\nb: base\nsprout: {profiles: {active: test}}");
        file("application-test.yml", "a: profile");
        AppConfig config = load();
        assertThat(config.find("a")).contains("profile");
        assertThat(config.find("b")).contains("base");
    }

    @Test
    void aProfileWithoutFileIsNamed() {
        file("application.yml", "sprout: {profiles: {active: nightly}}");
        assertThatThrownBy(this::load).hasMessageContainingAll("sprout.profiles.active", "application-nightly.yml");
    }

    @Test
    void brokenYamlAndDuplicateKeysAreRefusedWithTheFilesName() {
        assertThatThrownBy(() -> yaml("a: ["))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("application.yml");
        assertThatThrownBy(() -> yaml("a: 1\na: 2")).hasMessageContainingAll("application.yml", "duplicate");
    }

    @Test
    void aBadValueNamesTheFileOrVariableThatItCameFrom() {
        file("application.yml", "port: many\nsprout: {profiles: {active: test}}");
        file("application-test.yml", "size: much");
        AppConfig config = load();
        assertThatThrownBy(() -> config.getIntProperty("port", 1)).hasMessageContaining("'many' (application.yml)");
        assertThatThrownBy(() -> config.get(Setting.size("size", null, 1, 9, "")))
                .hasMessageContainingAll("'much' (application-test.yml)", "from 1 to 9", "10MB");
        environment.put("PORT", "few");
        assertThatThrownBy(() -> config.getIntProperty("port", 1)).hasMessageContaining("(environment variable PORT)");
    }

    @Test
    void profilesComeFromTheEnvironmentToo() {
        environment.put("SPROUT_PROFILES_ACTIVE", "one,two");
        file("application-one.yml", "a: 1\nb: 1");
        file("application-two.yml", "b: 2");
        AppConfig config = load();
        assertThat(config.find("a")).contains("1");
        assertThat(config.find("b")).contains("2");
        assertThat(config.hasProfile("two")).isTrue();
        assertThat(config.hasProfile("!two")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"512, 512", "64KB, 65536", "10 mb, 10485760", "1GB, 1073741824", "7B, 7"})
    void aSizeMayHaveAnyOfItsUnits(String text, long bytes) {
        properties.put("size", text);
        assertThat(yaml("").get(Setting.size("size", null, 0, Long.MAX_VALUE, ""))
                        .bytes())
                .isEqualTo(bytes);
    }

    @Test
    void whatMustBeSetAndIsNotSaysHow() {
        assertThatThrownBy(() -> yaml("").get(Setting.number("mail.port", null, 1, 9, "")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("mail.port is not set", "1 to 9", "MAIL_PORT", "--mail.port=");
    }

    @Test
    void aMisspeltKeyIsReportedWithTheOneThatWasMeant() {
        KnownSettings known = new KnownSettings(List.of(
                Setting.number("server.port", "1", 0, 9, ""), Setting.list(Setting.text("server.names", null, ""))));
        AppConfig config = yaml("server: {prot: 1, port: 2, names: [a, b], unrelated: x}\nother: {key: 1}");
        assertThat(known.unknown(config))
                .containsExactly(
                        "server.prot (application.yml) is not a known setting. Did you mean server.port?",
                        "server.unrelated (application.yml) is not a known setting");
    }

    @Test
    void brokenYamlNamesItsLine() {
        assertThatThrownBy(() -> yaml("a: 1\nb: [1"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("application.yml", "in line ");
        assertThatThrownBy(() -> yaml("a: 1\n\tb: 1")).hasMessageContainingAll("application.yml", "line 2");
    }

    @Test
    void anArgumentOfTheCommandLineOverridesAll() {
        AppConfig config = AppConfig.load(getClass().getClassLoader(), List.of("--java.version=none"));
        assertThat(config.find("java.version")).contains("none");
        assertThatThrownBy(() -> AppConfig.load(getClass().getClassLoader(), List.of("server.port=1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("server.port=1", "--key=value");
    }

    private static List<String> list(AppConfig config, String key) {
        return config.get(Setting.list(Setting.text(key, "", "")));
    }

    private AppConfig yaml(String text) {
        file("application.yml", text);
        return load();
    }

    private void file(String name, String text) {
        files.put(name, text);
    }

    private AppConfig load() {
        return AppConfig.load(new Files(files), new Overrides(Map.of(), properties::get, environment::get));
    }

    enum Mode {
        NIO,
        TWO_WORDS
    }

    @SuppressWarnings("MemberName") // the names of an application need not follow the convention
    enum Mixed {
        NONE,
        Fast,
        TLS_v13
    }

    /** A class path of strings. */
    private static final class Files extends ClassLoader {
        private final Map<String, String> files;

        Files(Map<String, String> files) {
            this.files = files;
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            String text = files.get(name);
            return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
