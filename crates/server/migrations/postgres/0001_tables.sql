create table tables (
    id      text not null primary key,
    game    text not null,
    parent  text,
    phase   smallint not null,
    seq     integer not null,
    created bigint not null,
    touched bigint not null,
    due     bigint
);

create index tables_due on tables (due) where due is not null;
create index tables_touched on tables (phase, touched);

create table events (
    table_id text not null,
    seq      integer not null,
    at       bigint not null,
    seat     smallint,
    command  bytea,
    body     text not null,
    private  text,
    primary key (table_id, seq)
);

create unique index events_command on events (table_id, command) where command is not null;

create table subscriptions (
    endpoint text not null,
    table_id text not null,
    seat     smallint not null,
    body     text not null,
    primary key (endpoint, table_id)
);

create index subscriptions_seat on subscriptions (table_id, seat);

create table players (
    id      text not null primary key,
    name    text not null,
    created bigint not null,
    seen    bigint not null
);

create table results (
    table_id text not null primary key,
    game     text not null,
    at       bigint not null,
    body     text not null
);

create table ratings (
    game      text not null,
    player    text not null,
    mean      double precision not null,
    deviation double precision not null,
    games     integer not null,
    primary key (game, player)
);

create table dailies (
    day      text not null,
    player   text not null,
    name     text not null,
    table_id text not null,
    score    integer,
    at       bigint not null,
    primary key (day, player)
);

create table secrets (
    name  text not null primary key,
    value bytea not null
);
