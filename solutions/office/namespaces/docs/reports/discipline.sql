select coalesce(u.department, '') as unit, count(*) as assignments,
  count(*) filter (where t.ended_at <= t.due_at) as on_time,
  count(*) filter (where t.ended_at > t.due_at) as late,
  count(*) filter (where t.ended_at is null and t.due_at < :now) as overdue,
  count(*) filter (where t.ended_at is null and t.due_at >= :now) as open
from bi.system_tasks t
left join bi.system_users u on u.id = t.performer
where t.due_at is not null and t.state <> 'cancel' and (:since is null or t.created_at >= :since)
group by coalesce(u.department, '')
