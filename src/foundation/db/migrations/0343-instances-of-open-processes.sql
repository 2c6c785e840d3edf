-- Without access rules, every user saw the instances of a process. Now only their participants, readers of their elements
-- and administrators do. The column marks the processes that this change concerns until they are published again, so that
-- plan and drift can name them.
alter table process_template add column was_open boolean not null default false;
update process_template set was_open = true
where definition -> 'access' is null and version > 0 and retired_at is null and part_of is null;
