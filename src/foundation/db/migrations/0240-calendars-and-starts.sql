-- Business calendars: definitions of solutions, which the catalog keeps in memory.
create table process_calendar (
  namespace text not null,
  code text not null,
  solution text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (namespace, code)
);

-- Starts that are due: by a timer, an element event or a signal. The transaction that starts the instance removes the
-- row, so that it happens once.
create table process_pending_start (
  id uuid primary key,
  template uuid not null,
  -- The start event; null for the start event without an event definition.
  element text,
  -- When the start is tried next.
  due_at timestamptz not null,
  attempts int not null default 0,
  -- {by, variables, item, depth}.
  details jsonb not null,
  created_at timestamptz not null
);
create index process_pending_start_due on process_pending_start (due_at);

-- Signals on their way to the instances that wait for them. `instance` and `wait` are the last wait that was reached.
create table process_broadcast (
  id uuid primary key,
  name text not null,
  variables jsonb not null,
  by uuid not null,
  created_at timestamptz not null,
  -- The templates that the sender may reach; null for all.
  templates uuid[],
  instance uuid not null,
  wait uuid not null
);

-- How many starts by element events in a row led to an instance; ends endless chains. Instances that were started in
-- another way have no row.
create table process_start_depth (
  instance uuid primary key,
  depth int not null
);
