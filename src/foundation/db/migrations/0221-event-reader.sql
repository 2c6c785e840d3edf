-- Readers of the changes of elements (src/data/events). The position is the last event that was read, or the beginning of
-- a turn: events at or before it are never read again.
create table event_reader (
  name text primary key,
  turn bigint not null,
  app uuid not null,
  id uuid not null,
  rev bigint not null,
  part bigint not null,
  created_at timestamptz not null default now()
);

-- Versions that were added to files of elements. They are events of the element without a revision of their own.
create table element_file_version (
  app uuid not null,
  -- The element, and its revision when the version was added.
  id uuid not null,
  rev bigint not null,
  -- Orders the events of one revision; the revision itself has part 0.
  part bigint generated always as identity,
  turn bigint not null,
  at timestamptz not null,
  by uuid not null,
  operation text,
  request_id text,
  file uuid not null,
  version int not null,
  primary key (turn, app, id, rev, part)
);
