import { Bound, literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { type FindSource, newestFirst, rowText, type Source, type SourceField } from '../../../query/index.ts'
import type { Field } from '../../../values/index.ts'
import type { HiddenVariables } from '../../definition/index.ts'
import { systemFields } from './system-fields.ts'

/** The rows of a list of instances: the instances of one template, or of all templates. */
export interface InstanceRows {
  /** Id of the template; absent for the instances of all templates. */
  readonly template?: string
  /** Variables that become fields: those that the newest version of the template declares. None if absent. */
  readonly variables?: ReadonlyMap<string, Field>
  /** Predicate for the instances that the caller sees; absent when the caller sees all of them. */
  readonly visible?: ((row: Sql, ofMany: boolean) => Sql) | undefined
  /** Variables that the caller may not read; absent when the caller may read all of them. */
  readonly hidden?: HiddenVariables | undefined
  /** Further predicate for the rows of the list, such as the target of the instances. */
  readonly only?: (row: Sql) => Sql
  readonly find: FindSource
}

/**
 * Returns the source of instances. Declared variables are fields in addition to the system fields, and are filtered,
 * sorted and loaded like the fields of elements. A row also contains variables that only an older version declares.
 */
export function instanceSource({ template, variables = new Map(), visible, hidden, only, find }: InstanceRows): Source {
  const system = systemFields(find)
  const own = [...variables.values()]
    .filter(({ code }) => !isSystem(code))
    .map((field) => contextField(field, { find, hidden }))
  const id = template === undefined ? undefined : new Bound(template)
  return {
    namespace: '_process',
    code: 'instances',
    relation: sql`process_instance`,
    scope(row, ofMany = false) {
      const ofTemplate = id === undefined ? sql`true` : sql`${row}.template = ${id}::uuid`
      const ofList = only === undefined ? ofTemplate : sql`${ofTemplate} and ${only(row)}`
      return visible === undefined ? ofList : sql`${ofList} and ${visible(row, ofMany)}`
    },
    narrowed: visible !== undefined || only !== undefined ? 'elsewhere' : undefined,
    fields: new Map([...system, ...own].map((field) => [field.field.code, field])),
    order: newestFirst,
    live: (row) => sql`${row}.ended_at is null`,
    whole: (row) => wholeRow(row, { system, own, hidden }),
    id: (row) => sql`${row}.id`,
    // Sorting moves only ids and start times. The number of writes is not stored, so lists are not cached.
    narrow: { columns: (row) => sql`${row}.id, ${row}.created_at`, writes: sql`''` },
  }
}

const systemCodes = new Set(systemFields(() => undefined).map(({ field }) => field.code))
const isSystem = (code: string): boolean => code.startsWith('__') || systemCodes.has(code)

function contextField(field: Field, { find, hidden }: Pick<InstanceRows, 'find' | 'hidden'>): SourceField {
  const code = literal(field.code)
  const json = (row: Sql): Sql => sql`(${row}.context -> ${code})`
  const shown =
    hidden && ((row: Sql) => sql`(case when ${code} = any (${hidden(row)}) then null else ${json(row)} end)`)
  const source: SourceField = { field, json: shown ?? json }
  const target = field.type.refersTo?.(field)
  if (target?.to === 'element') return { ...source, target: () => find(target.namespace, target.code) }
  if (target?.to === 'user') return { ...source, target: () => find('_system_catalogs', '_users') }
  return source
}

/** Returns the row as JSON text. A declared variable without a value is null. */
function wholeRow(
  row: Sql,
  {
    system,
    own,
    hidden,
  }: { system: readonly SourceField[]; own: readonly SourceField[] } & Pick<InstanceRows, 'hidden'>,
): Sql {
  const empty = JSON.stringify(Object.fromEntries(['__debugUserId', ...own.map(({ field }) => field.code)].map(toNull)))
  const shown = hidden === undefined ? sql`${row}.context` : sql`${row}.context - ${hidden(row)}`
  const context = sql`(${new Bound(empty)}::jsonb || (${shown} - ${new Bound([...systemCodes])}::text[]))::text`
  return rowText(
    system.filter(({ field }) => field.code !== '__debugUserId'),
    row,
    context,
  )
}

const toNull = (code: string): [string, null] => [code, null]
