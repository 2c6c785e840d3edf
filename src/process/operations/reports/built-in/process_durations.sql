with durations as (
  select i.process, i.process_name, null as element, i.ended_at, extract(epoch from i.ended_at - i.created_at) as seconds
  from bi.system_instances i
  where i.state = 'done'
  union all
  select s.process, s.process_name, s.element, s.ended_at, s.seconds
  from bi.system_steps s
)
select d.process, max(d.process_name) as process_name, d.element, count(*) as completed,
  round(avg(d.seconds) / 3600, 4) as average_hours,
  round((percentile_cont(0.5) within group (order by d.seconds::float8) / 3600)::numeric, 4) as median_hours,
  round((percentile_cont(0.95) within group (order by d.seconds::float8) / 3600)::numeric, 4) as p95_hours,
  round(max(d.seconds) / 3600, 4) as longest_hours
from durations d
where (:since is null or d.ended_at >= :since)
  and (:until is null or d.ended_at < :until)
  and (:of_process is null or d.process = :of_process)
group by d.process, d.element
