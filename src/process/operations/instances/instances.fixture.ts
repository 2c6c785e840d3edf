import type { Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { idOfPath } from '../../../foundation/kit/ids.ts'
import { type Caller, Persons } from '../../../people/index.ts'
import { defineField, type Field } from '../../../values/index.ts'
import type { InstanceTemplates } from './instance-templates.ts'
import type { StoredTemplate } from './instances.store.ts'

/** A template with declared variables, for tests of instances without publishing. */
export const approval: StoredTemplate = {
  id: idOfPath('process:docs.approval'),
  namespace: 'docs',
  code: 'approval',
  version: 2,
}

const approvalVariables: ReadonlyMap<string, Field> = new Map(
  [
    { code: 'amount', type: 'number' },
    { code: 'title', type: 'string' },
    { code: 'urgent', type: 'boolean' },
    { code: 'due', type: 'datetime' },
    { code: 'lawyer', type: 'user' },
  ].map((one) => [one.code, defineField(one, one.code)]),
)

/** Returns templates of which one exists. The callers in `viewers` may view it. */
export function fixtureTemplates(viewers: ReadonlySet<string>, administrators = new Set<string>()): InstanceTemplates {
  const may: InstanceTemplates['may'] = async ({ administrator, userId }, _template, right) =>
    administrator || administrators.has(userId) || ((right === 'view' || right === 'viewAll') && viewers.has(userId))
  return {
    find: async ({ code }) => (code === 'approval' ? approval : undefined),
    get: async (id) => (id === approval.id ? approval : undefined),
    ofInstance: async () => approval,
    variables: async () => approvalVariables,
    may,
    mayInitiatorInterrupt: () => false,
    throughElements: () => () => sql`false`,
    hidden: () => undefined,
    canHide: async () => false,
    covered: ({ administrator, userId }) =>
      administrator ? undefined : (template) => sql`(${viewers.has(userId)} and ${template} = ${approval.id})`,
  }
}

export async function insertTemplate(tx: Tx): Promise<void> {
  const by = idOfPath('user/publisher')
  await tx.rows(sql`
    insert into process_template (id, namespace, code, name, definition, version, hash, created_at, created_by, updated_at, updated_by)
    values (${approval.id}, 'docs', 'approval', 'Approval', '{}', 2, '', now(), ${by}, now(), ${by})`)
}

export interface InstanceToInsert {
  readonly id: string
  readonly by?: string
  readonly state?: string
  readonly createdAt?: string
  readonly context?: Readonly<Record<string, unknown>>
  readonly target?: string
}

/** Inserts instances like the execution. */
export async function insertInstances(tx: Tx, instances: readonly InstanceToInsert[]): Promise<void> {
  for (const {
    id,
    by = idOfPath('user/other'),
    state = 'wait',
    createdAt = '2026-03-02T09:00:00Z',
    ...more
  } of instances) {
    const ended = state === 'done' || state === 'cancel' ? createdAt : null
    await tx.rows(sql`
      insert into process_instance (id, template, version, rev, state, name, context, execution, created_at, created_by,
        updated_at, updated_by, ended_at, root, target)
      values (${id}, ${approval.id}, 1, 1, ${state}, ${`Approval ${id.slice(0, 4)}`}, ${JSON.stringify(more.context ?? {})},
        null, ${createdAt}, ${by}, ${createdAt}, ${by}, ${ended}, ${id}, ${more.target ?? null})`)
  }
}

export async function insertTask(
  tx: Tx,
  task: {
    readonly instance: string
    readonly id: string
    readonly assignee?: string
    readonly candidates?: readonly string[]
    readonly participants?: readonly string[]
    readonly by?: string
  },
): Promise<void> {
  const ended = task.by === undefined ? null : '2026-03-02T10:00:00Z'
  const outcome = task.by === undefined ? null : JSON.stringify({ by: task.by })
  await tx.rows(sql`
    insert into process_task (instance, id, template, version, element, type, subject, state, assignee, candidates,
      participants, due_at, created_at, ended_at, outcome, settings)
    values (${task.instance}, ${task.id}, ${approval.id}, 1, 'check', 'approval', 'Check', 'new', ${task.assignee ?? null},
      ${task.candidates ?? null}, ${task.participants ?? null}, '2026-03-06T18:00:00Z', '2026-03-02T09:00:00Z', ${ended},
      ${outcome}, '{}')`)
}

export function callerOf(userId: string, more: Partial<Caller> = {}): Caller {
  const person = { userId, groups: new Set<string>(), ids: [userId], spaces: new Set<string>() }
  return {
    userId,
    tokenId: '',
    administrator: false,
    persons: new Persons([person]),
    operation: 'test',
    requestId: '',
    ...more,
  }
}
