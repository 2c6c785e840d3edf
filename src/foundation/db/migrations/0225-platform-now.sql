-- The time of rows whose time the database sets. A server with a movable clock (TEST_CLOCK=1) replaces the function.
create function platform_now() returns timestamptz language sql stable parallel safe as 'select now()';
alter table audit alter column at set default platform_now();
alter table audit_seal alter column sealed_at set default platform_now();
alter table element_proof alter column at set default platform_now();
alter table blob_text alter column waiting_since set default platform_now();
