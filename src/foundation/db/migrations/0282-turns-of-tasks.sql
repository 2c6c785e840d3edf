-- The turn of the last change of a task, so that each node finds the changed tasks once a second and tells the browsers of
-- their performers. Tasks that exist already get a turn with their next change.
alter table process_task add column turn bigint not null default 0;
alter table process_task alter column turn set default audit_turn(pg_current_xact_id());
create index process_task_by_turn on process_task (turn);
