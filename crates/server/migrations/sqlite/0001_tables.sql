create table tables (
    id      text not null primary key,
    game    text not null,
    parent  text,
    phase   integer not null,
    seq     integer not null,
    created integer not null,
    touched integer not null,
    due     integer
) without rowid;

create index tables_due on tables (due) where due is not null;
create index tables_touched on tables (phase, touched);

create table events (
    table_id text not null,
    seq      integer not null,
    at       integer not null,
    seat     integer,
    command  blob,
    body     text not null,
    private  text,
    primary key (table_id, seq)
) without rowid;

create unique index events_command on events (table_id, command) where command is not null;

create table subscriptions (
    endpoint text not null,
    table_id text not null,
    seat     integer not null,
    body     text not null,
    primary key (endpoint, table_id)
);

create index subscriptions_seat on subscriptions (table_id, seat);

create table players (
    id      text not null primary key,
    name    text not null,
    created integer not null,
    seen    integer not null
);

create table results (
    table_id text not null primary key,
    game     text not null,
    at       integer not null,
    body     text not null
);

create table ratings (
    game      text not null,
    player    text not null,
    mean      real not null,
    deviation real not null,
    games     integer not null,
    primary key (game, player)
);

create table dailies (
    day      text not null,
    player   text not null,
    name     text not null,
    table_id text not null,
    score    integer,
    at       integer not null,
    primary key (day, player)
);

create table secrets (
    name  text not null primary key,
    value blob not null
);
