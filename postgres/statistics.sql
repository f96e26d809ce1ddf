-- Counts what is executed, so that every stack can be shown to execute the same.
create extension pg_stat_statements;
