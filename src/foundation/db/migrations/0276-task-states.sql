-- One set of words for the state of a task wherever the API shows the task: in the queue of its candidates, assigned to a
-- performer, completed, cancelled.
create function wire_task_state(state text, assignee uuid) returns text
language sql immutable parallel safe as $$
  select case when state = 'done' then 'closed' when state = 'cancelled' then 'cancel'
    when assignee is null then 'assignment' else 'inProgress' end
$$;

-- The members `__tasks`, `__tasks_performers`, `__tasks_earliest_duedate` and `__externalProcessMeta` of an element; null
-- when no process runs for it.
create or replace function element_processes(of_app uuid, of_element uuid) returns jsonb
language plpgsql stable parallel safe as $$
declare
  instances jsonb;
  tasks jsonb;
  performers jsonb;
  earliest timestamptz;
begin
  if not exists (
    select from process_instance i
    where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null
  ) then
    return null;
  end if;

  select jsonb_build_object('instances', jsonb_agg(jsonb_build_object('__id', i.id, '__name', i.name,
      '__state', i.state, '__createdAt', wire_time(i.created_at), '__createdBy', i.created_by,
      '__templateId', i.template, 'namespace', p.namespace, 'code', p.code, 'version', i.version)
      order by i.created_at, i.id))
  into instances
  from process_instance i left join process_template p on p.id = i.template
  where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null;

  select jsonb_agg(jsonb_build_object('__id', t.id, '__name', t.subject, '__createdAt', wire_time(t.created_at),
      '__updatedAt', wire_time(coalesce(t.claimed_at, t.created_at)), '__deletedAt', null,
      '__item', jsonb_build_object('id', t.item, 'code', a.code, 'namespace', a.namespace),
      'state', wire_task_state(t.state, t.assignee), 'path', t.element, 'type', t.type,
      'priority', t.priority, 'dueDate', wire_time(t.due_at), 'performers', to_jsonb(t.performers),
      'template', t.template, 'templateNsAndCode', p.namespace || '.' || p.code,
      'instance', jsonb_build_object('__id', t.instance, '__name', t.name, 'namespace', p.namespace, 'code', p.code))
      order by t.created_at, t.id),
    min(t.due_at),
    (select jsonb_agg(distinct v) from jsonb_array_elements(jsonb_agg(to_jsonb(t.performers))) l, jsonb_array_elements(l) v)
  into tasks, earliest, performers
  from (
    select t.*, i.name, case when t.assignee is null then coalesce(t.candidates, '{}') else array[t.assignee] end as performers
    -- By state, because `ended_at is null` would allow plans that read an index of all open tasks.
    from process_instance i join process_task t on t.instance = i.id and t.state in ('new', 'in_progress')
    where i.item_app = of_app and i.item = of_element and i.item is not null and i.ended_at is null
  ) t
  left join process_template p on p.id = t.template left join application a on a.id = t.item_app;

  return jsonb_build_object('__tasks', tasks, '__tasks_performers', coalesce(performers, '[]'),
    '__tasks_earliest_duedate', wire_time(earliest), '__externalProcessMeta', instances);
end $$;
