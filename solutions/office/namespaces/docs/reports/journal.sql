select c.index as case_index, c.name as case_name, r.number, r.state, r.registered_on, r.document_name as document,
  r.correspondent_number, r.correspondent_date, r.sheets, u.name as registrar, r.comment
from bi.system_registrations r
join bi.system_cases c on c.id = r.case_id
left join bi.system_users u on u.id = r.registered_by
where (:of_case is null or c.index = :of_case)
  and (:since is null or r.registered_on >= :since)
  and (:until is null or r.registered_on <= :until)
