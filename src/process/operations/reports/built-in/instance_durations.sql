select i.process, max(i.process_name) as process_name, count(*) as completed,
  round((avg(extract(epoch from i.ended_at - i.created_at)) / 3600)::numeric, 4) as average_hours,
  round((percentile_cont(0.5) within group (order by extract(epoch from i.ended_at - i.created_at)::float8) / 3600)::numeric, 4)
    as median_hours
from bi.system_instances i
where i.state = 'done' and i.ended_at >= coalesce(:since, :now - interval '90 days')
  and (:until is null or i.ended_at < :until)
group by i.process
