-- The instances that a user started, and those whose tasks a user performed: such users see the instances.
create index process_instance_initiator on process_instance (created_by, created_at desc, id desc);
create index process_task_assignee on process_task (assignee) where assignee is not null;
create index process_task_performer on process_task ((outcome ->> 'by')) where outcome ? 'by';
create index process_task_participants on process_task using gin (participants) where participants is not null;

-- How many instances each template has, so that lists return their total without counting. Spread over slots, so that
-- writers do not wait for one row.
create table process_count (
  template uuid not null,
  slot int not null,
  all_rows bigint not null default 0,
  active bigint not null default 0,
  primary key (template, slot)
) with (fillfactor = 50);

insert into process_count (template, slot, all_rows, active)
select template, 0, count(*), count(*) filter (where ended_at is null) from process_instance group by template;

-- Functions in plpgsql keep their plans.
create function count_started_instances() returns trigger language plpgsql as $$
begin
  insert into process_count as c (template, slot, all_rows, active)
  select s.template, pg_backend_pid() % 16, count(*), count(*) filter (where s.ended_at is null)
  from started s group by s.template order by s.template
  on conflict (template, slot) do update
    set all_rows = c.all_rows + excluded.all_rows, active = c.active + excluded.active;
  return null;
end $$;

create function count_ended_instance() returns trigger language plpgsql as $$
begin
  insert into process_count as c (template, slot, active) values (new.template, pg_backend_pid() % 16, -1)
  on conflict (template, slot) do update set active = c.active - 1;
  return null;
end $$;

create trigger process_instance_started after insert on process_instance
  referencing new table as started for each statement execute function count_started_instances();
create trigger process_instance_ended after update of ended_at on process_instance
  for each row when (old.ended_at is null and new.ended_at is not null) execute function count_ended_instance();
