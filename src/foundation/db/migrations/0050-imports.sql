-- Rows that came from a file: one row here for each file that somebody had read in.
create table import (
  app uuid not null,
  id uuid not null,
  namespace text not null,
  code text not null,
  user_id uuid not null,
  -- queued, running, done, error, undoing, undone
  state text not null,
  -- {id, hash, name}
  file jsonb not null,
  options jsonb not null,
  -- Null until the rows were counted.
  total int,
  processed int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  failed int not null default 0,
  -- The last row of the file that is done with; it moves in the transaction that writes the rows.
  row_reached int not null default 0,
  -- Counts up when a process takes the work: one that lost it can write nothing more.
  run int not null default 0,
  ignored_columns jsonb not null default '[]',
  -- The first hundred.
  errors jsonb not null default '[]',
  undone int not null default 0,
  -- Elements that an undo left as they were, the first thousand.
  kept jsonb not null default '[]',
  -- Elements are undone in the order of their ids.
  undo_reached uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (app, id)
);
create index import_by_id on import (id);
create index import_newest on import (app, created_at desc, id desc);
-- One at a time for each application.
create unique index import_active on import (app) where state in ('queued', 'running', 'undoing');

-- What became of each row of the file.
create table import_row (
  app uuid not null,
  import uuid not null,
  row_no int not null,
  -- created, updated, unchanged, failed
  result text not null,
  element uuid,
  -- The revision at which the import left the element.
  rev bigint,
  error text,
  primary key (app, import, row_no)
);
create index import_row_written on import_row (app, import, element) where result in ('created', 'updated');

-- Only while a dry run goes on: what it would have written, since later rows may meet it.
create table import_trial (
  app uuid not null,
  import uuid not null,
  key text not null,
  value text not null,
  element uuid not null,
  state jsonb not null,
  primary key (app, import, key, value)
);
