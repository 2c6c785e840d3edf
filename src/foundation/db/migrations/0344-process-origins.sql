-- Variables of instances that hold values of fields: filled from a field of an element, bound to one, or computed from
-- such a variable. A variable is shown to those who may read all of its fields; see process/origins. The field `*`
-- stands for all fields of the element. Instances are deleted with their rows here. The reference is checked at the
-- commit, because an element can be read in the transaction that starts the instance.
create table process_origin (
  instance uuid not null references process_instance (id) on delete cascade deferrable initially deferred,
  variable text not null,
  app uuid not null,
  element uuid not null,
  field text not null,
  primary key (instance, variable, app, element, field)
);

-- The progress of the job that adds rows for the instances that were started before the table existed; no row when the
-- job has ended. `after` is the last instance that has its rows.
create table process_origin_backfill (
  after uuid not null,
  until timestamptz not null
);
insert into process_origin_backfill (after, until)
select '00000000-0000-0000-0000-000000000000', max(created_at) from process_instance having max(created_at) is not null;
