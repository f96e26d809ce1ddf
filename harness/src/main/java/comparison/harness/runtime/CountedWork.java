package comparison.harness.runtime;

import comparison.contract.DatabaseAddress;
import comparison.contract.ExecutedSql;
import comparison.contract.Target;
import comparison.contract.WorkCount;
import comparison.harness.Fault;
import java.sql.SQLException;
import java.util.Map;

/** The contract's count of SQL statements, with failures for the user. */
final class CountedWork {

    private CountedWork() {}

    static Map<String, Map<String, Long>> of(Target target, DatabaseAddress database, int requests) {
        try {
            return WorkCount.of(target, database, requests);
        } catch (AssertionError wrong) {
            throw Fault.broken("it answers wrongly while its SQL is counted: "
                    + String.valueOf(wrong.getMessage())
                            .strip()
                            .lines()
                            .findFirst()
                            .orElse(""));
        } catch (SQLException e) {
            throw silent(e);
        }
    }

    static ExecutedSql untilNow(DatabaseAddress database) {
        try {
            return ExecutedSql.of(database);
        } catch (SQLException e) {
            throw silent(e);
        }
    }

    private static Fault silent(SQLException e) {
        return Fault.broken("The database does not tell what it executed: %s.".formatted(e.getMessage()), e);
    }
}
