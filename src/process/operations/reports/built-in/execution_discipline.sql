with counted as (
  select t.performer,
    count(*) filter (where t.state = 'done' and (t.due_at is null or t.ended_at <= t.due_at)) as on_time,
    count(*) filter (where t.state = 'done' and t.ended_at > t.due_at) as late,
    count(*) filter (where t.ended_at is null) as open,
    count(*) filter (where t.ended_at is null and t.due_at < :now) as overdue
  from bi.system_tasks t
  where t.state <> 'cancelled'
    and (:since is null or t.created_at >= :since)
    and (:until is null or t.created_at < :until)
    and (:of_process is null or t.process = :of_process)
  group by t.performer
)
select u.department, c.performer, u.name as performer_name, c.on_time, c.late, c.open, c.overdue,
  round(100.0 * c.on_time / nullif(c.on_time + c.late, 0), 1) as on_time_percent
from counted c left join bi.system_users u on u.id = c.performer
