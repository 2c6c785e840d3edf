select k.number, k.subject, c.name as counterparty, k.valid_to, k.auto_renew
from bi.legal_contracts k
left join bi.ref_counterparties c on c.id = k.counterparty[1]
where k.status = 'active' and k.valid_to between cast(:now as date) and cast(:now as date) + cast(:days as int)
