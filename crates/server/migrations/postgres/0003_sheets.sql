-- Sheets that are somebody's own, by the hash of their text, and weights for them. Used: when it was posted or asked for a table last.
create table posted (
    hash  text not null primary key,
    sheet text,
    bytes integer not null,
    used  bigint not null,
    body  bytea not null
);

create index posted_used on posted (used);

-- What a table needs: as long as it is there, so is its sheet.
alter table tables add column sheet text;
alter table tables add column weights text;
create index tables_sheet on tables (sheet) where sheet is not null;
create index tables_weights on tables (weights) where weights is not null;
