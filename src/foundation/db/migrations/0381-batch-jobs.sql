-- Batches of process instances are jobs. `parameters` are those of the kind of batch, such as the version to move to.
insert into job (id, kind, state, settings, total, processed, failed, created_at, created_by, started_at, ended_at)
select id, kind,
  case state when 'new' then 'queued' when 'executing' then 'running' when 'cancelled' then 'cancelled' else 'done' end,
  jsonb_build_object('template', template, 'parameters', settings), total, done + failed, failed, created_at, created_by,
  started_at, ended_at
from process_batch;
insert into job_item (job, position, subject, part, state, reasons)
select batch, position, instance, incident, nullif(state, 'new'), reasons from process_batch_item;
drop table process_batch, process_batch_item;

-- Unfinished batches wait in a queue, which the library of queues creates after the first start.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = jsonb_build_object('job', data -> 'batch')
    where name = 'process-batches' and state < 'completed' and data ? 'batch';
  end if;
end $$;
