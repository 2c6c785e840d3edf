-- What lists of the same shape cost on this installation, so that the field tables get the indexes that such lists need.
-- A shape names fields, never values; see `ListShape`.
create table list_index (
  app uuid not null,
  shape text not null,
  -- The name of the index for such lists, in the schema `fields`, whether it exists or not.
  index_name text not null,
  -- How often such lists searched the field table on that day, and how long the searches took together.
  uses bigint not null,
  spent_ms bigint not null,
  used_on date not null,
  -- Since when such lists cost enough for an index.
  wanted_since timestamptz,
  -- The day on which the index could not be built; it is not tried again on this day.
  refused_on date,
  primary key (app, shape)
);
create index list_index_wanted on list_index (app) where wanted_since is not null;
