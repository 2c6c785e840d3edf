-- Removal of ended instances, imports and batches at the end of their retention, with an export before each removal.
create table retention_run (
  id uuid primary key,
  -- queued, running, done, failed, cancelled
  state text not null,
  created_at timestamptz not null,
  -- The user who requested the run; the nil id for the schedule.
  created_by uuid not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Instances, imports and batches that were due at the start, that are removed, and that had to stay.
  total integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  problem text
);
create unique index retention_run_open on retention_run ((true)) where state in ('queued', 'running');
create index retention_run_newest on retention_run (created_at desc, id desc);

-- One file with what one transaction has removed. Its bytes are in the file store, by their SHA-256.
create table retention_export (
  id uuid primary key,
  run uuid not null,
  -- instances, imports, batches
  kind text not null,
  -- The path of the process; null for imports and batches.
  process text,
  keep_days integer not null,
  -- What was removed: trees of instances, imports or batches; and the number of lines of the file.
  units integer not null,
  lines integer not null,
  first uuid not null,
  last uuid not null,
  sha256 bytea not null,
  bytes bigint not null,
  created_at timestamptz not null,
  -- Ids by which rows of removed imports or batches are found that are still to be deleted; null when nothing is left.
  remaining uuid[]
);
create index retention_export_newest on retention_export (created_at desc, id desc);
create index retention_export_bytes on retention_export (sha256);
create index retention_export_remaining on retention_export (id) where remaining is not null;

-- Counters follow the removal of instances, as they follow their start and their end.
create function count_removed_instances() returns trigger language plpgsql as $$
begin
  insert into process_count as c (template, slot, all_rows, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  select r.template, pg_backend_pid() % 16, -count(*), -count(*) filter (where r.ended_at is null),
    -count(*) filter (where r.state = 'exec'), -count(*) filter (where r.state = 'wait'),
    -count(*) filter (where r.state = 'done'), -count(*) filter (where r.state = 'cancel'),
    -count(*) filter (where r.state = 'error')
  from removed r group by r.template order by r.template
  on conflict (template, slot) do update
    set all_rows = c.all_rows + excluded.all_rows, active = c.active + excluded.active,
      exec_rows = c.exec_rows + excluded.exec_rows, wait_rows = c.wait_rows + excluded.wait_rows,
      done_rows = c.done_rows + excluded.done_rows, cancel_rows = c.cancel_rows + excluded.cancel_rows,
      error_rows = c.error_rows + excluded.error_rows;
  return null;
end $$;
create trigger process_instance_removed after delete on process_instance referencing old table as removed
  for each statement execute function count_removed_instances();

-- Returns those of the ids that belong to cases, elements, registrations or files under a legal hold.
create function held_among(ids uuid[]) returns setof uuid language sql stable as $$
  with held_case as (
    select h.case_id from legal_hold h where h.lifted_at is null and h.case_id is not null
  ), registered as (
    select r.id, r.element, r.file from registration r join held_case h on h.case_id = r.case_id
  )
  select m.id from unnest(ids) m (id)
  where exists (select from legal_hold where lifted_at is null) and (
    m.id in (select h.element from legal_hold h where h.lifted_at is null and h.element is not null)
    or m.id in (select case_id from held_case)
    or m.id in (select id from registered)
    or m.id in (select element from registered where element is not null)
    or m.id in (select file from registered where file is not null)
    or exists (select from file_use u where u.file = m.id and is_held_element(u.app, u.element))
    or exists (select from registration r where r.file = m.id and is_held_element(r.app, r.element)))
$$;

-- Returns those of the instances that have registered an element under a legal hold or started a sheet about one.
create function instances_with_holds(ids uuid[]) returns setof uuid language sql stable as $$
  with held as (
    select h.app, h.element from legal_hold h where h.lifted_at is null and h.element is not null
    union
    select r.app, r.element from legal_hold h join registration r on r.case_id = h.case_id
    where h.lifted_at is null and r.element is not null
  )
  select s.instance from held h join sheet s on s.app = h.app and s.element = h.element where s.instance = any (ids)
  union
  select r.instance from held h join registration r on r.app = h.app and r.element = h.element where r.instance = any (ids)
$$;
