-- The history of an instance has each revision once. A history that has one twice, which a test has met once without a
-- known cause, is numbered anew in its order, and the revision of its instance becomes that of the newest row.
alter table process_history drop constraint process_history_pkey;
with twice as (
  select distinct instance from process_history group by instance, rev having count(*) > 1
), numbered as (
  select ctid as place, row_number() over (partition by instance order by rev, at) as rev from process_history
  where instance in (select instance from twice)
), changed as (
  update process_history h set rev = n.rev from numbered n where h.ctid = n.place returning h.instance, h.rev
)
update process_instance i set rev = n.rev from (select instance, max(rev) as rev from changed group by instance) n
where i.id = n.instance;
alter table process_history add primary key (instance, rev);
