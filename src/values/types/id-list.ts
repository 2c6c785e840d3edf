import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { namedCell, plainCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { Comparable, Criterion, Field, FieldType } from '../field-type.ts'
import { readUpload } from '../uploads.ts'
import { asArray, cellEntries, comparedText, distinct, refuseTooMany } from './entries.ts'

type IdList = Pick<FieldType, 'code' | 'word' | 'asVariables' | 'asReportColumn' | 'asReportParameter'> &
  Partial<Pick<FieldType, 'settings' | 'readSettings' | 'refersTo' | 'onlyImages' | 'holdsSubjects'>> & {
    /** Whether a single id may be written in place of a list of one. */
    readonly takesBareId?: boolean
    /** Whether an entry may also be an upload that will become a file: `{name, hash}`. */
    readonly takesUploads?: boolean
  }

/**
 * Builds a field type that is stored as a list of ids, even when the field holds only one: references, users, files.
 */
export function idListType({ takesBareId = false, takesUploads = false, settings, ...type }: IdList): FieldType {
  return {
    several: 'optional',
    // The compared value is the first entry. A field that held several values before may have more entries.
    column: {
      type: 'uuid[]',
      value: (json) =>
        sql`array(select v::uuid from jsonb_array_elements_text(${asArray(json)}) v where ${isId(sql`v`)})`,
    },
    settings: settings ?? Type.Object({}),
    wire: (field) => Type.Array(Type.String({ format: 'uuid' }), field.array ? {} : { maxItems: 1 }),
    read(value, field) {
      const entries = takesBareId && typeof value === 'string' ? [value] : value
      if (typeof entries === 'string') throw wrongValue(field, 'a bare string where an array of ids is required')
      if (!Array.isArray(entries)) throw wrongValue(field, `must be an array of ids, not ${shown(value)}`)
      refuseTooMany(entries, field)
      return distinct(
        entries.map((entry) => (takesUploads && isObject(entry) ? readUpload(entry, field) : readId(entry, field))),
        (entry) => (typeof entry === 'string' ? entry : entry.hash),
      )
    },
    cell: (text) => cellEntries(text),
    references: (value: JsonValue) => (value as JsonValue[]).filter((entry) => typeof entry === 'string'),
    comparable: (): Comparable => ({
      kind: 'id',
      many: true,
      entry: (entry) => sql`(${entry} #>> '{}')`,
      holding: (entry) => entry,
      sort: (json) => sql`(${json} ->> 0)`,
    }),
    criterion: (value, field) => readIdCriterion(value, field, takesBareId),
    inName: comparedText,
    exported: namedCell,
    inDocuments: { type: () => 'Any' },
    asInputs: undefined,
    inExpressions: type.asVariables && { type: () => 'string', isStoredAsList: true },
    ...type,
  }
}

/** Users, stored as a list of their ids. The only list of ids that accepts a single id outside a list. */
export const userType = idListType({
  code: 'SYS_USER',
  word: 'user',
  takesBareId: true,
  refersTo: () => ({ to: 'user' }),
  holdsSubjects: true,
  asVariables: { user: {} },
  asReportColumn: () => ({
    word: 'user',
    accepts: (sqlType) => sqlType === 'uuid',
    json: (value) => sql`to_jsonb(${value})`,
    compared: { kind: 'uuid', value: (value) => value },
    cell: plainCell,
  }),
  asReportParameter: true,
})

/** Files, stored as a list of their ids. */
export const fileType = idListType({
  code: 'FILE',
  word: 'file',
  takesUploads: true,
  refersTo: () => ({ to: 'file' }),
  asVariables: { file: { isOutsideTables: true } },
  asReportColumn: undefined,
  asReportParameter: undefined,
})

/** Images, stored as a list of the ids of their files. */
export const imageType = idListType({
  code: 'IMAGE',
  word: 'image',
  onlyImages: true,
  takesUploads: true,
  refersTo: () => ({ to: 'file' }),
  asVariables: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
})

/** Items of the organisation chart, such as positions and departments, stored as a list of their ids. */
export const orgItemType = idListType({
  code: 'SYS_OSNODE',
  word: 'org_item',
  holdsSubjects: true,
  asVariables: undefined,
  asReportColumn: undefined,
  asReportParameter: undefined,
})

/** Returns the SQL that tests whether a text is a uuid in lower case. */
export function isId(text: Sql): Sql {
  return sql`${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
}

function readId(entry: unknown, field: Field): string {
  if (isUuid(entry)) return entry.toLowerCase()
  throw wrongValue(field, `must hold ids (uuid), not ${shown(entry)}`)
}

/**
 * Reads a criterion that matches any of the ids. Without `takesBareId`, a single id outside a list is refused, because
 * clients rely on that error.
 */
export function readIdCriterion(value: unknown, field: Field, takesBareId: boolean): Criterion {
  const ids = takesBareId && typeof value === 'string' ? [value] : value
  if (typeof ids === 'string') throw wrongCriterion(field, 'a bare string where an array of ids is required')
  if (!Array.isArray(ids)) throw wrongCriterion(field, `an array of ids is expected, not ${shown(value)}`)
  const values = ids.map((entry: unknown) => {
    if (!isUuid(entry)) throw wrongCriterion(field, `ids (uuid) are expected, not ${shown(entry)}`)
    return entry.toLowerCase()
  })
  return { is: 'anyOf', values }
}
