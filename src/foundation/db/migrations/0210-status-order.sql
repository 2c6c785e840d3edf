-- outside a transaction
-- Lists sorted by the status: the order of equal rows follows the direction of the key, so one index serves both
-- directions, and backwards it gives the elements of one status newest first. Built without locking writers out.
create index if not exists element_status on only element (app, status, created_at, id);

-- Left by a build that was cut off.
do $$ begin if exists (select from pg_index where indexrelid = to_regclass('element_default_status') and not indisvalid) then drop index element_default_status; end if; end $$;

create index concurrently if not exists element_default_status on element_default (app, status, created_at, id);

alter index element_status attach partition element_default_status;

drop index if exists element_by_status;
