with counted as (
  select r.case_id,
    count(*) filter (where r.state = 'registered') as registered,
    count(*) filter (where r.state = 'reserved') as reserved,
    count(*) filter (where r.state = 'annulled') as annulled,
    max(r.registered_on) filter (where r.state = 'registered') as last_registered_on
  from bi.system_registrations r
  group by r.case_id
)
select c.office, c.section, c.index, c.name, c.year, c.docflow, c.state, c.transitional, c.retention, c.retention_article,
  c.responsible, c.opened_on, c.closed_on, coalesce(n.registered, 0) as registered, coalesce(n.reserved, 0) as reserved,
  coalesce(n.annulled, 0) as annulled, n.last_registered_on, c.id as case_id
from bi.system_cases c left join counted n on n.case_id = c.id
where :of_year is null or c.year = :of_year
