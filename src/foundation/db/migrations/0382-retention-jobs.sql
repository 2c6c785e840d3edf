-- Runs of the retention are jobs, of which one is unfinished at a time.
insert into job (id, kind, state, settings, total, processed, result, problem, only_one, created_at, created_by, started_at,
  ended_at)
select id, 'retention', state, '{}', total, removed + kept, jsonb_build_object('removed', removed, 'kept', kept),
  case when problem is not null then jsonb_build_object('code', 'internal', 'message', problem) end, 'retention', created_at,
  created_by, started_at, ended_at
from retention_run;
drop table retention_run;

do $$ begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = jsonb_build_object('job', data -> 'id')
    where name = 'retention' and state < 'completed' and data ? 'id';
  end if;
end $$;
