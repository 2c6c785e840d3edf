import { Type } from 'typebox'
import { sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { listCell } from '../cells.ts'
import { shown, wrongValue } from '../errors.ts'
import type { FieldType } from '../field-type.ts'
import { cellEntries, comparedText, distinct, listOf, propertyOr, refuseTooMany } from './entries.ts'
import { readIdCriterion } from './id-list.ts'

const types = ['user', 'group', 'orgstruct'] as const
type Role = { code: string; type: (typeof types)[number] }

/** The holder of a role: a user, a group or an item of the organisation chart, as `[{code: id, type}]`. */
export const roleType: FieldType = {
  code: 'ROLE',
  word: 'role',
  several: 'optional',
  column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
  settings: Type.Object({}),
  wire: (field) =>
    Type.Array(
      Type.Object({
        code: Type.String({ format: 'uuid' }),
        type: Type.Union(types.map((type) => Type.Literal(type))),
      }),
      field.array ? {} : { maxItems: 1 },
    ),
  read(value, field) {
    const entries = listOf(value)
    refuseTooMany(entries, field)
    const roles = entries.map((entry) => {
      const role = readRole(entry)
      if (role === undefined) {
        throw wrongValue(field, `must be a list of {code: id, type: ${types.join(' | ')}}, not ${shown(entry)}`)
      }
      return role
    })
    return distinct(roles, ({ type, code }) => `${type}:${code}`)
  },
  cell: (text, field) =>
    cellEntries(text).map((part) => {
      const [type, code, ...more] = part.split(':')
      const role = more.length > 0 ? undefined : readRole({ type, code })
      if (role === undefined)
        throw wrongValue(field, `must be user:uuid, group:uuid or orgstruct:uuid, not ${shown(part)}`)
      return role
    }),
  // Only ids of groups count as references. No id is checked when a value is written; ids are checked where the role
  // is resolved.
  refersTo: () => ({ to: 'group' }),
  references: (value: JsonValue) => (value as Role[]).filter(({ type }) => type === 'group').map(({ code }) => code),
  comparable: () => ({
    kind: 'id',
    many: true,
    entry: (entry) => sql`(${entry} ->> 'code')`,
    holding: (code) => ({ code }),
    sort: (json) => sql`(${json} -> 0 ->> 'code')`,
  }),
  criterion: (value, field) =>
    readIdCriterion(
      listOf(value).map((entry) => propertyOr(entry, 'code')),
      field,
      false,
    ),
  inName: comparedText,
  exported: (value) =>
    listCell(value, (entry) => {
      const role = readRole(entry)
      return role && `${role.type}:${role.code}`
    }),
  inDocuments: { type: () => 'Any' },
  asInputs: undefined,
  asVariables: { group: {} },
  inExpressions: {
    type: () => 'string',
    isStoredAsList: true,
    read: (entry) => (isObject(entry) ? ((entry.code as JsonValue | undefined) ?? null) : entry),
    write: (entry) => (isUuid(entry) ? { code: entry, type: 'group' } : entry),
  },
  asReportColumn: undefined,
  asReportParameter: undefined,
  holdsSubjects: true,
}

function readRole(entry: unknown): Role | undefined {
  if (!isObject(entry) || !isUuid(entry.code)) return undefined
  const type = types.find((known) => known === entry.type)
  return type && { code: entry.code.toLowerCase(), type }
}
