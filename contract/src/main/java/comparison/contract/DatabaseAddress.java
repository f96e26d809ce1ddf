package comparison.contract;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/**
 * Address and credentials of a PostgreSQL database.
 *
 * @param host host name or address
 * @param port TCP port, 1 to 65535
 * @param name name of the database
 * @param user role that the application uses
 * @param password password of that role
 */
public record DatabaseAddress(String host, int port, String name, String user, String password) {

    /** Returns the environment variables that point every application of the comparison to this database. */
    public Map<String, String> environment() {
        return Map.of(
                "DB_HOST", host,
                "DB_PORT", Integer.toString(port),
                "DB_NAME", name,
                "DB_USER", user,
                "DB_PASSWORD", password);
    }

    /**
     * Opens a new JDBC connection, which the caller must close. Its statements wait at most 60 s for a lock, because an
     * application may leave a transaction open, and 120 s for an answer. They use an index where there is one, because
     * sequential scans are counted and must be an application's. Applications connect by themselves, without all this.
     *
     * @throws SQLException if the database does not answer or rejects the role
     */
    public Connection connect() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("user", user);
        settings.setProperty("password", password);
        settings.setProperty("options", "-c lock_timeout=60s -c enable_seqscan=off");
        settings.setProperty("socketTimeout", "120");
        return DriverManager.getConnection("jdbc:postgresql://" + host + ":" + port + "/" + name, settings);
    }

    /** Describes the address without the password. */
    @Override
    public String toString() {
        return user + "@" + host + ":" + port + "/" + name;
    }
}
