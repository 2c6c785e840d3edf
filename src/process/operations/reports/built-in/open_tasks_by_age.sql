with aged as (
  select t.due_at, extract(epoch from :now - t.created_at) / 86400 as days
  from bi.system_tasks t
  where t.ended_at is null
), placed as (
  select case when a.days < 1 then 1 when a.days < 3 then 2 when a.days < 7 then 3 when a.days < 30 then 4 else 5 end as place,
    a.due_at
  from aged a
)
select p.place,
  case p.place when 1 then 'less than a day' when 2 then '1 to 3 days' when 3 then '3 to 7 days' when 4 then '7 to 30 days'
    else '30 days and more' end as age,
  count(*) as open, count(*) filter (where p.due_at < :now) as overdue
from placed p
group by p.place
