import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;

/** Does what autovacuum does, again and again: {@code Vacuum.java PORT SECONDS}. */
final class Vacuum {

    private Vacuum() {}

    /** Takes the port of the database and the seconds. */
    public static void main(String[] arguments) throws Exception {
        Instant end = Instant.now().plus(Duration.ofSeconds(Long.parseLong(arguments[1])));
        String url = "jdbc:postgresql://localhost:" + arguments[0] + "/people";
        try (var connection = DriverManager.getConnection(url, "people", "people");
                var statement = connection.createStatement()) {
            while (Instant.now().isBefore(end)) {
                statement.execute("vacuum (analyze) person");
                Thread.sleep(200);
            }
        }
    }
}
