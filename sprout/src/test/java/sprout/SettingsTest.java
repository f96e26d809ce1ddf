package sprout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sprout.beans.BeanContext;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.DataSize;
import sprout.config.KnownSettings;
import sprout.config.fixture.MailSettings;
import sprout.config.fixture.MailSettings.Login;
import sprout.server.ServerOptions;

/** The settings of an application's own records, and the list of all settings. */
class SettingsTest {
    @Test
    void aRecordIsBoundWithItsDefaultsListsAndRecords() {
        assertThat(bound(Map.of("mail.host", "h", "mail.copy-to", "a, b", "mail.limit", "7", "mail.max-size", "2KB")))
                .isEqualTo(new MailSettings(
                        "h",
                        25,
                        Duration.ofSeconds(10),
                        new DataSize(2048),
                        TimeUnit.SECONDS,
                        List.of("a", "b"),
                        List.of(),
                        Optional.of(7L),
                        new Login("nobody", true)));
    }

    @Test
    void whatIsMissingOutOfRangeOrRefusedIsNamed() {
        assertThatThrownBy(() -> bound(Map.of())).hasMessageContainingAll("mail.host is not set", "MAIL_HOST");
        assertThatThrownBy(() -> bound(Map.of("mail.host", "h", "mail.port", "0")))
                .hasMessage("mail.port is '0' (argument --mail.port), but must be a whole number from 1 to 65535");
        assertThatThrownBy(() -> bound(Map.of("mail.host", "h", "mail.retries", "1,two")))
                .hasMessageContainingAll("mail.retries", "1,two", "whole number");
        assertThatThrownBy(() -> bound(Map.of("mail.host", "h", "mail.login.user-name", "root")))
                .hasMessageContaining("mail.login.user-name must not be root");
    }

    @Test
    void theListOfSettingsHoldsThoseOfTheApplicationWithTheirTags() {
        assertThat(SproutApplication.settings(MailSettings.class).help())
                .contains("server.port")
                .containsSubsequence(
                        "mail.host", "which server takes the mail", "text; default: none; environment: MAIL_HOST")
                .containsSubsequence(
                        "mail.port",
                        "of that server; `25` is usual, postmaster@example.org knows",
                        "1 to 65535; default: 25")
                .contains("mail.login.user-name", "list of: text");
    }

    @Test
    void theDocumentListsAllSettingsOfSprout() throws IOException {
        String table = new KnownSettings(SproutApplication.frameworkSettings()).markdown();
        String document = Files.readString(Path.of("..", "docs", "configuration.md"));
        assertThat(document)
                .as("docs/configuration.md must hold this table:%n%s", table)
                .contains(table);
    }

    @Test
    void anOptionOfTheServerIsASettingThatAProgramMaySet() {
        AppConfig config = AppConfig.of(Map.of("server.backlog", "7", "server.idle-timeout", "1s"));
        ServerOptions options = ServerOptions.builder(config)
                .idleTimeout(Duration.ofMillis(1500))
                .build();
        assertThat(options.backlog()).isEqualTo(7);
        assertThat(options.idleTimeout()).isEqualTo(Duration.ofMillis(1500));
        assertThatThrownBy(() -> ServerOptions.builder(config).backlog(0).build())
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("server.backlog", "'0'", "from 1 to 65535");
    }

    private MailSettings bound(Map<String, String> settings) {
        AppConfig config = AppConfig.of(settings);
        try (BeanContext context = BeanContext.builder()
                .config(config)
                .instance(AppConfig.class, "config", config)
                .below(MailSettings.class)
                .start()) {
            return context.get(MailSettings.class);
        }
    }
}
