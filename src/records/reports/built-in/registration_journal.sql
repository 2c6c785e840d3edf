select c.office, c.index as case_index, c.name as case_name, c.year, r.period, r.seq, r.number, r.state, r.registered_on,
  r.registered_at, r.document_name, r.application, r.document, r.correspondent_number, r.correspondent_date, r.sheets,
  r.delivery, r.registered_by, u.name as registered_by_name, r.comment, r.reason
from bi.system_registrations r
join bi.system_cases c on c.id = r.case_id
left join bi.system_users u on u.id = r.registered_by
where (:of_case is null or c.index = :of_case or c.id::text = :of_case)
  and (:since is null or r.registered_on >= :since)
  and (:until is null or r.registered_on <= :until)
