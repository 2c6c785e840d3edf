select m.kind, count(*) as matters from bi.law_matters m group by m.kind
