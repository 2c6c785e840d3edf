-- How often lists of the same shape are read on this installation, so that the field tables get the indexes that such
-- lists need. A shape names fields, never values; see `ListShape`.
create table list_index (
  app uuid not null,
  shape text not null,
  -- How often such lists were read on that day.
  uses bigint not null,
  used_on date not null,
  -- Since when such lists are read often enough for an index.
  wanted_since timestamptz,
  is_built boolean not null default false,
  primary key (app, shape)
);
