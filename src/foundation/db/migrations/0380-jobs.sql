-- Jobs of all kinds that users follow, with their items. The jobs on elements move here.
create table job (
  id uuid primary key,
  kind text not null,
  -- queued, running, done, failed, cancelled
  state text not null,
  -- What the job does: for jobs on elements the application, and the action, or the columns and the format of the file.
  settings jsonb not null,
  total bigint not null default 0,
  -- Number of processed items or units; items are processed in the order of their positions.
  processed bigint not null default 0,
  failed bigint not null default 0,
  -- What the kind has counted and made so far.
  result jsonb not null default '{}',
  -- Why the job failed as a whole: {code, message}.
  problem jsonb,
  -- Number of the run: only the latest run may write.
  run integer not null default 0,
  -- At most one unfinished job has the same key.
  only_one text,
  created_at timestamptz not null,
  -- The user who started the job; the nil id for the schedule.
  created_by uuid not null,
  started_at timestamptz,
  ended_at timestamptz
);
create unique index job_only_one on job (only_one) where state in ('queued', 'running');
-- Finds the unfinished jobs of a user, whose number is limited, the newest jobs of a user, and the jobs to remove.
create index job_open on job (created_by) where state in ('queued', 'running');
create index job_of_user on job (created_by, id desc);
create index job_ended on job (kind, ended_at) where ended_at is not null;

create table job_item (
  job uuid not null,
  -- From 1 on, without gaps.
  position integer not null,
  -- What the job works on: an element or an instance; and a part of it, such as an incident.
  subject uuid not null,
  part uuid,
  -- done, skipped, failed; null until the item is processed, and in kinds that store no results of items.
  state text,
  -- Why the subject was left as it is: [{code, message, …}].
  reasons jsonb,
  primary key (job, position)
);

insert into job (id, kind, state, settings, total, processed, failed, result, problem, created_at, created_by, started_at,
  ended_at)
select id, kind, state, jsonb_build_object('app', app, 'namespace', namespace, 'code', code) || settings, total, processed,
  failed, case when kind = 'bulk' then jsonb_build_object('changed', changed, 'failures', failures)
    else jsonb_strip_nulls(jsonb_build_object('file', file)) end,
  problem, created_at, created_by, started_at, ended_at
from element_job;
insert into job_item (job, position, subject) select job, position, element from element_job_item;
drop table element_job, element_job_item;

-- The queue of a periodic job that has another name now. The library of queues creates its tables after the first start.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    delete from pgboss.job where name = 'every/remove-old-jobs-on-elements';
    delete from pgboss.queue where name = 'every/remove-old-jobs-on-elements';
  end if;
end $$;
