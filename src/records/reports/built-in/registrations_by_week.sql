select date_trunc('week', r.registered_on::timestamp)::date as week,
  count(*) filter (where r.state = 'registered') as registered, count(*) filter (where r.state = 'annulled') as annulled
from bi.system_registrations r
where r.state in ('registered', 'annulled')
  and r.registered_on >= coalesce(:since::date, (:now - interval '84 days')::date)
  and (:until is null or r.registered_on < :until::date)
group by 1
