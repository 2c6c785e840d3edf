-- A sender may reach some instances of a template and not others, so a signal on its way lists the waits that it may
-- reach in place of templates; null for all waits.
alter table process_broadcast add column waits uuid[];
update process_broadcast b set waits = array(
  select w.id from process_wait w
  where w.kind = 'signal' and w.name = b.name and w.opened_at <= b.created_at and w.template = any(b.templates))
where b.templates is not null;
alter table process_broadcast drop column templates;
