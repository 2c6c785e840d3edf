select r.category, count(*) as records, sum(r.amount) as amount, max(r.amount) as largest,
  count(*) filter (where r.paid) as paid
from bi.bench_records r
where :due_since is null or r.due >= :due_since
group by r.category
