select r.created_at as made, r.code, r.title, r.amount
from bi.bench_records r
where r.quantity = :wanted
