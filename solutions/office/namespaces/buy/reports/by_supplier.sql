select c.name as supplier, count(*) as requests, sum(r.total) as total,
  count(*) filter (where r.status = 'received') as received
from bi.buy_requests r
join bi.ref_counterparties c on c.id = r.supplier[1]
where :since is null or r.created_at >= :since
group by c.id, c.name
