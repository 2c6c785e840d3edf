-- What organisations define. Rows are never deleted: what leaves a solution is marked, so that it can come back.
create table solution (
  code text primary key,
  name text not null,
  version text not null,
  dependencies jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

create table namespace (
  code text primary key,
  solution text not null,
  name text not null,
  icon text,
  place int not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);

create table application (
  -- UUIDv5 of namespace/code
  id uuid primary key,
  namespace text not null,
  code text not null,
  solution text not null,
  -- The file with what it leaves out filled in, and the statuses numbered.
  definition jsonb not null,
  version int not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  unique (namespace, code)
);

-- Fields that were removed or got another type. `kept_as` is the key of element.body that still holds the values.
create table dropped_field (
  app uuid not null,
  kept_as text not null,
  entry jsonb not null,
  dropped_at timestamptz not null,
  primary key (app, kept_as)
);

-- Counts up with every apply: nodes see by it that they have to read the definitions again.
create table catalog (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into catalog (version) values (0);

-- Read-only views of the elements for people who want SQL.
create schema bi;
