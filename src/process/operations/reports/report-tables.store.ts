import { type ReportTable, tableShape } from '../../../data/index.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import { createTaskTemplates, isVisible } from '../../work/index.ts'
import { shownText } from '../incidents/incident-source.ts'
import { createInstanceTemplates } from '../instances/instance-templates.ts'
import { visibleInstances } from '../instances/visible-instances.store.ts'

const taskTable = tableShape('system_tasks', {
  id: 'uuid',
  subject: 'text',
  type: 'text',
  state: 'text',
  performer: 'uuid',
  process: 'text',
  process_name: 'text',
  element: 'text',
  instance: 'uuid',
  item_application: 'text',
  item: 'uuid',
  priority: 'integer',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  claimed_at: 'timestamptz',
  ended_at: 'timestamptz',
  exit: 'text',
})

const instanceTable = tableShape('system_instances', {
  id: 'uuid',
  name: 'text',
  process: 'text',
  process_name: 'text',
  version: 'integer',
  state: 'text',
  item_application: 'text',
  item: 'uuid',
  parent: 'uuid',
  created_at: 'timestamptz',
  created_by: 'uuid',
  ended_at: 'timestamptz',
})

const stepTable = tableShape('system_steps', {
  instance: 'uuid',
  process: 'text',
  process_name: 'text',
  version: 'integer',
  element: 'text',
  ended_at: 'timestamptz',
  seconds: 'numeric',
})

const incidentTable = tableShape('system_incidents', {
  id: 'uuid',
  instance: 'uuid',
  process: 'text',
  process_name: 'text',
  version: 'integer',
  element: 'text',
  kind: 'text',
  message: 'text',
  opened_at: 'timestamptz',
  ended_at: 'timestamptz',
  ended_by: 'uuid',
})

/** The shapes of the tables about processes that reports can read. */
export const processTableShapes = [taskTable, instanceTable, stepTable, incidentTable]

/** Creates the tables about processes that reports can read: a caller sees the same rows as in the lists of the API. */
export function createProcessTables(deps: Parameters<typeof createInstanceTemplates>[0]): readonly ReportTable[] {
  const instanceTemplates = createInstanceTemplates(deps)
  const taskTemplates = createTaskTemplates(deps.templates)
  const visible = (caller: Caller) =>
    caller.administrator ? () => sql`true` : visibleInstances(instanceTemplates, caller)
  return [
    {
      ...taskTable,
      rows: (caller) => sql`
        select t.id, t.subject, t.type, t.state,
          case when t.state = 'done' then coalesce((t.outcome ->> 'by')::uuid, t.assignee) else t.assignee end as performer,
          p.namespace || '.' || p.code as process, p.name as process_name, t.element, t.instance,
          (select a.namespace || '.' || a.code from application a where a.id = t.item_app) as item_application, t.item,
          t.priority, t.due_at, t.created_at, t.claimed_at, t.ended_at, t.outcome ->> 'exit' as exit
        from process_task t join process_template p on p.id = t.template
        where ${isVisible(caller, taskTemplates, sql`t`)}`,
    },
    {
      ...instanceTable,
      rows: (caller) => sql`
        select i.id, i.name, p.namespace || '.' || p.code as process, p.name as process_name, i.version, i.state,
          (select a.namespace || '.' || a.code from application a where a.id = i.item_app) as item_application, i.item,
          i.parent, i.created_at, i.created_by, i.ended_at
        from process_instance i join process_template p on p.id = i.template
        where ${visible(caller)(sql`i`, true)}`,
    },
    {
      ...stepTable,
      rows: (caller) => sql`
        select h.instance, p.namespace || '.' || p.code as process, p.name as process_name, h.version,
          step ->> 'element' as element, h.at as ended_at, (step ->> 'durationMs')::numeric / 1000 as seconds
        from process_history h join process_template p on p.id = h.template
          cross join jsonb_array_elements(h.events) step
        where step ->> 'type' = 'completed' and h.instance in (
          select i.id from process_instance i where ${visible(caller)(sql`i`, true)})`,
    },
    {
      ...incidentTable,
      rows: (caller) => sql`
        select e.id, e.instance, p.namespace || '.' || p.code as process, p.name as process_name, e.version, e.element,
          e.kind, ${shownText(instanceTemplates.hidden(caller))(sql`e`, sql`e.message`)} as message, e.opened_at, e.ended_at, e.ended_by
        from process_incident e join process_template p on p.id = e.template
        where ${instanceTemplates.covered(caller, 'administer')?.(sql`e.template`) ?? sql`true`}`,
    },
  ]
}
