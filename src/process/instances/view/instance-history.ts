import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import { systemField } from '../../../query/fields/index.ts'
import {
  column,
  type Lists,
  type Page,
  readListRequest,
  rowText,
  type Source,
  type SourceField,
  timeColumn,
} from '../../../query/index.ts'
import type { OpenInstance } from '../open-instance.ts'

export type InstanceHistory = (caller: Caller, id: string, input: unknown) => Promise<Page>

interface HistoryDeps {
  readonly clock: Clock
  readonly lists: Lists
  readonly open: OpenInstance
}

/**
 * Creates the function that lists the history of one instance, one row per advance. Only administrators of the process
 * get the ids of waits, because the id of a failed attempt is the id of an open restore point.
 */
export function createInstanceHistory({ clock, lists, open }: HistoryDeps): InstanceHistory {
  return async (caller, id, input) => {
    const { id: instance, isAdministered } = await open(caller, id)
    const setting = { callerId: caller.userId, nowMs: clock.nowMs() }
    return lists.page(readListRequest(input), historySource(instance, isAdministered), setting)
  }
}

const stimulusOf = (withWaits: boolean) => (row: Sql) =>
  withWaits ? sql`${row}.stimulus` : sql`(${row}.stimulus - 'wait')`

const fieldsOf = (withWaits: boolean): readonly SourceField[] => [
  { ...column('rev', 'FLOAT', 'int', (row) => sql`${row}.rev`, 'Number of the advance'), isSortIndexed: true },
  timeColumn('at', (row) => sql`${row}.at`, 'Time'),
  column('by', 'SYS_USER', 'uuid', (row) => sql`${row}.by`, 'User'),
  column('version', 'FLOAT', 'int', (row) => sql`${row}.version`, 'Version of the template'),
  { field: systemField('stimulus', 'JSON', 'Stimulus of the advance'), json: stimulusOf(withWaits) },
  { field: systemField('events', 'JSON', 'What happened'), json: (row) => sql`${row}.events` },
]

function historySource(instance: string, withWaits: boolean): Source {
  const fields = fieldsOf(withWaits)
  const id = new Bound(instance)
  return {
    namespace: '_process',
    code: 'history',
    relation: sql`process_history`,
    scope: (row) => sql`${row}.instance = ${id}::uuid`,
    narrowed: 'own',
    fields: new Map(fields.map((field) => [field.field.code, field])),
    order: (row: Sql, ascending = false) => (ascending ? sql`${row}.rev` : sql`${row}.rev desc`),
    live: () => sql`true`,
    whole: (row) => rowText(fields, row),
    id: (row) => sql`${row}.instance`,
  }
}
