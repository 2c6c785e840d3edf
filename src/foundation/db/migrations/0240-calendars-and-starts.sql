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

-- Starts that were caused by an element event or a signal and have not happened yet. Each row is removed by the
-- transaction that starts its instance, so that it happens once.
create table process_pending_start (
  id uuid primary key,
  template uuid not null,
  element text not null,
  -- When the start is tried next.
  due_at timestamptz not null,
  attempts int not null default 0,
  -- {variables, by, event: {app, id, …}, depth}.
  details jsonb not null,
  created_at timestamptz not null
);
create index process_pending_start_due on process_pending_start (due_at);

-- Signals that are being delivered to the instances that wait for them. `instance` and `wait` are the last one reached.
create table process_broadcast (
  id uuid primary key,
  name text not null,
  variables jsonb not null,
  by uuid not null,
  created_at timestamptz not null,
  -- Templates that the sender may reach; null for all.
  templates uuid[],
  instance uuid not null,
  wait uuid not null
);

-- How many starts by element events lead to an instance, for the limit that ends endless chains. An instance without a
-- row was not started by an element event.
create table process_start_depth (
  instance uuid primary key,
  depth int not null
);
