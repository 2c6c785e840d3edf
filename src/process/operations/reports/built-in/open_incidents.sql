select i.process, max(i.process_name) as process_name, i.element, i.kind, count(*) as open, min(i.opened_at) as oldest,
  max(i.opened_at) as newest
from bi.system_incidents i
where i.ended_at is null
group by i.process, i.element, i.kind
