import type { Reader } from '../../../../foundation/db/database.ts'
import { Bound, literal, type Sql, sql } from '../../../../foundation/db/sql.ts'
import type { Clock } from '../../../../foundation/kit/clock.ts'
import type { Caller } from '../../../../people/index.ts'
import {
  column,
  type Lists,
  type Page,
  readListRequest,
  rowText,
  type Source,
  type SourceField,
  timeColumn,
} from '../../../../query/index.ts'
import { systemField } from '../../../../values/index.ts'
import { type HiddenVariables, hiddenMessage, namesOfHidden } from '../../../definition/index.ts'
import type { OpenInstance } from '../open-instance.ts'

export interface HistoryDeps {
  readonly clock: Clock
  readonly lists: Lists
  readonly open: OpenInstance
  readonly reader: Reader
  /** Returns the variables that a caller may not read. */
  readonly hidden: (caller: Caller) => HiddenVariables | undefined
}

interface Shown {
  readonly withWaits: boolean
  /** Names of the variables whose values are left out. */
  readonly unread: ReadonlySet<string>
}

/**
 * Lists the advances of an instance, newest first. Only administrators of the process get the wait of a stimulus,
 * because the id of the wait can be the id of an open restore point.
 */
export async function instanceHistory(
  { clock, lists, open, reader, hidden }: HistoryDeps,
  caller: Caller,
  id: string,
  input: unknown,
): Promise<Page> {
  const { id: instance, isAdministered } = await open(caller, id)
  const unread = await namesOfHidden(reader, hidden(caller), instance)
  const setting = { callerId: caller.userId, nowMs: clock.nowMs() }
  return lists.page(readListRequest(input), historySource(instance, { withWaits: isAdministered, unread }), setting)
}

function stimulusOf({ withWaits, unread }: Shown): (row: Sql) => Sql {
  const shown = (row: Sql): Sql => (withWaits ? sql`${row}.stimulus` : sql`(${row}.stimulus - 'wait')`)
  if (unread.size === 0) return shown
  const names = new Bound([...unread])
  return (row) => {
    const given = sql`${row}.stimulus`
    return sql`(${withoutTexts(shown(row))} || case when ${given} ? 'archived'
      then jsonb_build_object('archived', (${given} -> 'archived') - ${names}::text[]) else '{}' end)`
  }
}

/**
 * Returns the events of an advance without the values of variables that the caller may not read. Leaves out messages,
 * errors and keys, and values and rules of decisions, too, because they can contain such values.
 */
function eventsOf(unread: ReadonlySet<string>): (row: Sql) => Sql {
  if (unread.size === 0) return (row) => sql`${row}.events`
  const names = new Bound([...unread])
  return (row) => sql`(select coalesce(jsonb_agg(shown
      || case when event ? 'values' then jsonb_build_object('values', (event -> 'values') - ${names}::text[]) else '{}' end
      || case when event ? 'decision' then jsonb_build_object('decision', ${withoutTrace(sql`(event -> 'decision')`)})
        else '{}' end
      order by place), '[]')
    from jsonb_array_elements(${row}.events) with ordinality step (event, place),
      lateral (select ${withoutTexts(sql`event`)} as shown) cleaned)`
}

/** Returns a JSON object of the history without texts that can quote values. */
const withoutTexts = (json: Sql): Sql => sql`((${json} - ${textKeys}::text[])
  || case when ${json} ? 'message' then jsonb_build_object('message', ${literal(hiddenMessage)}) else '{}' end
  || case when ${json} ? 'messages' then jsonb_build_object('messages', jsonb_build_array(${literal(hiddenMessage)}))
    else '{}' end)`

const textKeys = ['message', 'messages', 'error', 'key']

/** Returns the trace of a decision without values and rules: only which decision was evaluated. */
const withoutTrace = (trace: Sql): Sql =>
  sql`(${trace} - ${traceKeys}::text[] || '{"inputs": {}, "tables": [], "isCut": true}')`

const traceKeys = ['result', 'failures', 'warnings']

const fieldsOf = ({ withWaits, unread }: Shown): readonly SourceField[] => [
  { ...column('rev', 'FLOAT', 'int', (row) => sql`${row}.rev`, 'Number of the advance'), isSortIndexed: true },
  timeColumn('at', (row) => sql`${row}.at`, 'Time'),
  column('by', 'SYS_USER', 'uuid', (row) => sql`${row}.by`, 'User'),
  column('version', 'FLOAT', 'int', (row) => sql`${row}.version`, 'Version of the template'),
  { field: systemField('stimulus', 'JSON', 'Stimulus of the advance'), json: stimulusOf({ withWaits, unread }) },
  { field: systemField('events', 'JSON', 'What happened'), json: eventsOf(unread) },
]

function historySource(instance: string, shown: Shown): Source {
  const fields = fieldsOf(shown)
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
