-- Who sits behind the key of a seat. State: 0 known, 1 agreed to be rated, 2 the result was looked at.
create table sitters (
    table_id text not null,
    seat_key text not null,
    player   text not null,
    state    smallint not null,
    primary key (table_id, seat_key),
    unique (table_id, player)
);

create index sitters_player on sitters (player);
create index sitters_agreed on sitters (table_id) where state = 1;

-- Whose result it was; what it was is in `results`, by seats.
create table rated (
    table_id text not null,
    seat     smallint not null,
    player   text not null,
    primary key (table_id, seat)
);

create index rated_player on rated (player);

-- State: 0 goes on, 1 counts, 2 does not count.
alter table dailies add column state smallint not null default 0;
update dailies set state = 1 where score is not null;
create index dailies_open on dailies (table_id) where state = 0;
create index dailies_player on dailies (player);

alter table subscriptions add column player text;
create index subscriptions_player on subscriptions (player) where player is not null;

-- When somebody has to be reminded, and of what they were reminded already.
alter table tables add column remind bigint;
alter table tables add column told text not null default '';
create index tables_remind on tables (remind) where remind is not null;
