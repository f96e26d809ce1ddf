-- The table of people as every server finds it: 100,000 of them, each row visible to all, statistics up to date. A load
-- creates its own people above these ids. On an empty table that has been analyzed, PostgreSQL's planner expects no
-- pages and scans the table for each statement, until an autovacuum at its own second of a minute corrects it.
truncate person restart identity;

insert into person (name, description)
select 'Person ' || number, 'One of 100,000 people: №' || number from generate_series(1, 100000) as number;

vacuum (freeze, analyze) person;

-- Else it would write these pages during a load.
checkpoint;
