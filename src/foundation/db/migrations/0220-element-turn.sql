-- The turn of the last change of an element, so that turns grow with every change of the element: a transaction may have a
-- lower number than one that changed the element and was committed before it. Changes write
-- greatest(turn of the transaction, turn of the element) here and into element_history. The digests leave this column out.
alter table element add column turn bigint not null default 0;
alter table element alter column turn set default audit_turn(pg_current_xact_id());

-- Whether readers of published events receive the change. Every change was published before this migration.
alter table element_history add column published boolean not null default true;
