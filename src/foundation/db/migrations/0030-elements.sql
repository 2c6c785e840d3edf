-- Every record of every application. `body` holds the values in the shape of the wire.
create table element (
  app uuid not null,
  id uuid not null,
  idx bigint not null,
  name text,
  status int,
  status_group uuid,
  directory uuid,
  external_id text,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  rev bigint not null,
  status_history jsonb not null,
  subscribers jsonb not null,
  body jsonb not null,
  primary key (app, id)
) partition by list (app);

-- Applications live here until one is large enough for a partition of its own.
create table element_default partition of element default;
-- Pages are read by key, so a row that is updated in place (HOT) is worth some room.
alter table element_default set (fillfactor = 90);

create index element_newest on element (app, created_at desc, id desc);
create index element_by_status on element (app, status, created_at desc, id desc);

-- Who changed what, and when: one row for each revision, written by the statement that made it.
create table element_history (
  app uuid not null,
  id uuid not null,
  rev bigint not null,
  at timestamptz not null,
  by uuid not null,
  action text not null,
  -- {field: [before, after]}
  changes jsonb not null,
  primary key (app, id, rev)
);

-- The unique keys of elements that are not deleted.
create table element_key (
  app uuid not null,
  key text not null,
  value text not null,
  id uuid not null,
  primary key (app, key, value)
);
-- Not led by app: it must never look like a way to find a value among the keys of an application.
create index element_key_of on element_key (id);

-- How many there are, kept by every write. Spread over slots, so that writers do not wait for one row.
create table element_count (
  app uuid not null,
  slot int not null,
  live bigint not null default 0,
  all_rows bigint not null default 0,
  writes bigint not null default 0,
  primary key (app, slot)
) with (fillfactor = 50);

-- The next `__index`; nodes take it in blocks.
create table element_index (
  app uuid primary key,
  next bigint not null
);

-- The value of a unique key, or null when a part is empty: then the key does not count.
create function element_key_value(parts jsonb) returns text language sql immutable parallel safe as $$
  select case
    when parts @> '[null]' or parts @> '[""]' then null
    when jsonb_path_exists(parts, 'strict $[*] ? (@.type() == "array" && @.size() == 0)') then null
    when length(parts::text) > 400 then 'md5:' || md5(parts::text)
    else parts::text
  end
$$;

create function wire_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;
