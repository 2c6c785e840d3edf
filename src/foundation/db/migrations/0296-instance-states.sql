-- Lists by state read their total like lists without a filter, and find their page in an index.
lock table process_instance in share row exclusive mode;
create index process_instance_state on process_instance (template, state, created_at desc, id desc);

-- The number of instances in each state.
alter table process_count
  add column exec_rows bigint not null default 0,
  add column wait_rows bigint not null default 0,
  add column done_rows bigint not null default 0,
  add column cancel_rows bigint not null default 0,
  add column error_rows bigint not null default 0;
delete from process_count;
insert into process_count (template, slot, all_rows, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
select template, 0, count(*), count(*) filter (where ended_at is null), count(*) filter (where state = 'exec'),
  count(*) filter (where state = 'wait'), count(*) filter (where state = 'done'),
  count(*) filter (where state = 'cancel'), count(*) filter (where state = 'error')
from process_instance group by template;

create or replace function count_started_instances() returns trigger language plpgsql as $$
begin
  insert into process_count as c (template, slot, all_rows, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  select s.template, pg_backend_pid() % 16, count(*), count(*) filter (where s.ended_at is null),
    count(*) filter (where s.state = 'exec'), count(*) filter (where s.state = 'wait'),
    count(*) filter (where s.state = 'done'), count(*) filter (where s.state = 'cancel'),
    count(*) filter (where s.state = 'error')
  from started s group by s.template order by s.template
  on conflict (template, slot) do update
    set all_rows = c.all_rows + excluded.all_rows, active = c.active + excluded.active,
      exec_rows = c.exec_rows + excluded.exec_rows, wait_rows = c.wait_rows + excluded.wait_rows,
      done_rows = c.done_rows + excluded.done_rows, cancel_rows = c.cancel_rows + excluded.cancel_rows,
      error_rows = c.error_rows + excluded.error_rows;
  return null;
end $$;

drop trigger process_instance_ended on process_instance;
drop function count_ended_instance();
create function count_changed_state() returns trigger language plpgsql as $$
begin
  insert into process_count as c (template, slot, active, exec_rows, wait_rows, done_rows, cancel_rows, error_rows)
  values (new.template, pg_backend_pid() % 16, (new.ended_at is null)::int - (old.ended_at is null)::int,
    (new.state = 'exec')::int - (old.state = 'exec')::int, (new.state = 'wait')::int - (old.state = 'wait')::int,
    (new.state = 'done')::int - (old.state = 'done')::int, (new.state = 'cancel')::int - (old.state = 'cancel')::int,
    (new.state = 'error')::int - (old.state = 'error')::int)
  on conflict (template, slot) do update
    set active = c.active + excluded.active, exec_rows = c.exec_rows + excluded.exec_rows,
      wait_rows = c.wait_rows + excluded.wait_rows, done_rows = c.done_rows + excluded.done_rows,
      cancel_rows = c.cancel_rows + excluded.cancel_rows, error_rows = c.error_rows + excluded.error_rows;
  return null;
end $$;

create trigger process_instance_changed after update of state, ended_at on process_instance
  for each row when (old.state <> new.state or (old.ended_at is null) <> (new.ended_at is null))
  execute function count_changed_state();
