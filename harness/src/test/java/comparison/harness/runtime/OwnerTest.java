package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is removed as a left-over, and what is somebody else's. */
class OwnerTest {

    private static final Owner SELF = Owner.SELF;
    private static final Owner BEFORE = new Owner(SELF.machine(), SELF.host(), SELF.boot(), SELF.pid(), "1");

    @Test
    void this_process_is_not_dead() {
        assertThat(SELF.dead()).isFalse();
        assertThat(Owner.of(SELF.name() + "-server")).contains(SELF);
    }

    @Test
    void the_same_number_of_another_process_is_another_owner() {
        assertThat(BEFORE.dead()).isTrue();
        assertThat(Owner.of(BEFORE.name() + "-trial")).contains(BEFORE);
    }

    @Test
    void a_boot_ends_all_owners_of_it_and_nobody_knows_of_other_hosts() {
        assertThat(new Owner(SELF.machine(), SELF.host(), "another-boot", SELF.pid(), SELF.start()).dead())
                .isTrue();
        assertThat(new Owner(SELF.machine(), "elsewhere", "another-boot", SELF.pid(), "1").dead())
                .isFalse();
    }

    @Test
    void another_machine_of_the_same_name_is_another_host() {
        assertThat(new Owner("another", SELF.host(), "another-boot", SELF.pid(), "1").dead())
                .isFalse();
    }

    @Test
    void a_group_that_only_looks_alike_is_somebody_elses() {
        assertThat(Owner.of("bench-2024-mydb")).isEmpty();
        assertThat(Owner.of("bench-2024-1-my-db")).isEmpty();
        assertThat(Owner.of("work" + BEFORE.name() + "-server")).isEmpty();
        assertThat(Owner.of(BEFORE.name())).isEmpty();
    }

    @Test
    void labels_name_the_owner_whatever_the_thing_is_called() {
        assertThat(Owner.of(inspected(BEFORE.labels()))).contains(BEFORE);
        assertThat(Owner.of(JsonMapper.shared()
                        .valueToTree(Map.of("Name", "/bench-1-db", "Config", Map.of("Labels", BEFORE.labels())))))
                .contains(BEFORE);
    }

    @Test
    void what_has_no_labels_of_an_owner_has_none() {
        Map<String, String> damaged = new TreeMap<>(BEFORE.labels());
        damaged.replaceAll((label, value) -> label.endsWith("pid") ? "first" : value);

        assertThat(Owner.of(inspected(damaged))).isEqualTo(Optional.empty());
        assertThat(Owner.of(inspected(Map.of("com.docker.compose.project", BEFORE.name()))))
                .isEmpty();
        assertThat(Owner.of(JsonMapper.shared().readTree("{\"Name\": \"bench-2024-mydb\", \"Labels\": null}")))
                .isEmpty();
    }

    private static JsonNode inspected(Map<String, String> labels) {
        return JsonMapper.shared().valueToTree(Map.of("Name", "bench-1234_data", "Labels", labels));
    }
}
