select r.status, count(*) as requests, sum(r.cost) as cost
from bi.desk_requests r
where :since is null or r.needed >= :since
group by r.status
