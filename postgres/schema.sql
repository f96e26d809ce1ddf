-- The one table of the Person API. Created here and never by an application, so that every stack meets the same one.
create table person (
    id          bigint generated always as identity primary key,
    name        varchar(128) not null,
    description varchar(256) not null
);
