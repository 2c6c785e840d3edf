import type { Reader } from '../../../foundation/db/database.ts'
import { maxShown, type PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../foundation/kit/json.ts'
import type { Field } from '../../../values/index.ts'
import type { Application } from '../../applications/application.ts'
import { unknownReference } from '../../errors.ts'
import type { OpenedApplication } from '../source/opened-application.ts'
import { missingFrom, shownIn } from './references.store.ts'

interface Referring {
  /** The code of the field, or `table.column`. */
  readonly field: string
  readonly namespace: string
  readonly code: string
  readonly ids: string[]
}

export interface ReferenceLook {
  /** Returns which of the ids are not ids of files visible to the caller. */
  readonly unseenFiles: (ids: readonly string[]) => Promise<readonly string[]>
  /** The id of the element that is changed; references that the element already has are accepted. */
  readonly elementId?: string
}

/**
 * Throws when a value refers to something that does not exist or is not visible to the caller. A single check before
 * the write is enough, because elements are never removed.
 */
export async function checkReferences(...given: Parameters<typeof unknownReferences>): Promise<void> {
  const [unknown] = await unknownReferences(...given)
  if (unknown !== undefined) throw unknown
}

/** Returns a refusal for each value that refers to something that does not exist or is not visible to the caller. */
export async function unknownReferences(
  reader: Reader,
  opened: Pick<OpenedApplication, 'application' | 'source' | 'find'>,
  body: Readonly<Record<string, unknown>>,
  { unseenFiles, elementId }: ReferenceLook,
): Promise<PlatformError[]> {
  const { application, find } = opened
  const refusals: PlatformError[] = []
  for (const referring of references(application, body)) {
    const unseen = await unseenOf(reader, { find, unseenFiles }, referring)
    const held = unseen.length === 0 ? [] : await heldBefore(reader, opened, elementId, referring)
    const known = new Set(held)
    const missing = unseen.filter((id) => !known.has(id))
    const { field } = referring
    if (missing.length > 0)
      refusals.push(
        unknownReference(sentenceOf(referring, missing[0]!), { field, missing: missing.slice(0, maxShown) }),
      )
  }
  return refusals
}

/** A reference to something that does not exist or is not visible. */
export interface MissingReference {
  readonly field: string
  readonly message: string
}

/**
 * Returns one entry for each field whose value refers to something that does not exist or is not visible to the caller.
 * References in `present`, the values that the fields have now, are accepted.
 */
export async function missingReferences(
  reader: Reader,
  { fields, values, present }: ReferringValues,
  look: Pick<OpenedApplication, 'find'> & Pick<ReferenceLook, 'unseenFiles'>,
): Promise<MissingReference[]> {
  const found: MissingReference[] = []
  for (const referring of references({ fields }, values)) {
    const { field } = referring
    const held = JSON.stringify(present[field.split('.')[0]!] ?? null)
    const asked = referring.ids.filter((id) => !held.includes(`"${id}"`))
    const [missing] = asked.length === 0 ? [] : await unseenOf(reader, look, { ...referring, ids: asked })
    if (missing !== undefined) found.push({ field, message: sentenceOf(referring, missing) })
  }
  return found
}

interface ReferringValues {
  readonly fields: ReadonlyMap<string, Field>
  readonly values: Readonly<Record<string, unknown>>
  readonly present: Readonly<Record<string, unknown>>
}

async function unseenOf(
  reader: Reader,
  { find, unseenFiles }: Pick<OpenedApplication, 'find'> & Pick<ReferenceLook, 'unseenFiles'>,
  { namespace, code, ids }: Referring,
): Promise<readonly string[]> {
  if (namespace === system && code === filesCode) return unseenFiles(ids)
  const source = find(namespace, code)
  return source === undefined ? ids : missingFrom(reader, source, ids)
}

function sentenceOf({ field, namespace, code }: Referring, id: string): string {
  const what = (namespace === system && words[code]) || `element of ${namespace}.${code}`
  return `"${field}": no ${what} has the id ${id}`
}

/**
 * Returns the ids to which the field of the element already refers, because clients send back what they read, and the
 * caller may not see the referenced element itself. References in a field that the caller cannot read are left out,
 * because accepting them would reveal their existence. Ids in a text column are left out too: otherwise a caller could
 * write an id as text and then refer to it in another column.
 */
async function heldBefore(
  reader: Reader,
  { application, source }: Pick<OpenedApplication, 'application' | 'source'>,
  elementId: string | undefined,
  { field, namespace, code }: Referring,
): Promise<readonly string[]> {
  if (!isUuid(elementId)) return []
  const [outer] = field.split('.')
  const value = await shownIn(reader, source, elementId, outer!)
  const held = references(application, { [outer!]: value })
  const alike = held.filter((one) => one.field === field && one.namespace === namespace && one.code === code)
  return alike.flatMap(({ ids }) => ids)
}

const system = '_system_catalogs'
const [usersCode, filesCode] = ['_users', '_files']
const words: Readonly<Record<string, string>> = { [usersCode]: 'user', [filesCode]: 'file' }

function references(application: Pick<Application, 'fields'>, body: Readonly<Record<string, unknown>>): Referring[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const field = application.fields.get(key)
    return field === undefined ? [] : inValue(field, value as JsonValue)
  })
}

function inValue(field: Field, value: JsonValue): Referring[] {
  if (value === null) return []
  if (field.columns) return [...field.columns.values()].flatMap((column) => inColumn(field, column, value))
  if (field.type.refersTo === undefined) return []
  return targets(field, value).filter(({ ids }) => ids.length > 0)
}

/** Returns the references in all cells of a column together, so that they are checked with one query. */
function inColumn(table: Field, column: Field, value: JsonValue): Referring[] {
  if (column.type.refersTo === undefined || !isObject(value)) return []
  const { rows, result } = value as { rows: JsonObject[]; result: JsonObject }
  const found = [...rows, result].flatMap((cells) => inValue(column, cells[column.code] ?? null))
  const alike = Map.groupBy(found, ({ namespace, code }) => `${namespace}.${code}`)
  const field = `${table.code}.${column.code}`
  return [...alike.values()].map((all) => ({ ...all[0]!, field, ids: [...new Set(all.flatMap(({ ids }) => ids))] }))
}

function targets(field: Field, value: JsonValue): Referring[] {
  const reference = field.type.refersTo!(field)
  // A value that was stored while the column had another type may not be a list.
  const held = (Array.isArray(value) && field.type.references?.(value)) || []
  if (reference.to === 'element') {
    return [{ field: field.code, namespace: reference.namespace, code: reference.code, ids: [...held] }]
  }
  if (reference.to === 'user') return [{ field: field.code, namespace: system, code: usersCode, ids: [...held] }]
  if (reference.to === 'file') return [{ field: field.code, namespace: system, code: filesCode, ids: [...held] }]
  if (reference.to !== 'item') return []
  // The references are grouped by application, so that each application is checked with one query.
  const alike = Map.groupBy(held, (item) => item.slice(0, item.lastIndexOf(':')))
  return [...alike].map(([path, items]) => {
    const [namespace, code] = path.split(':') as [string, string]
    return { field: field.code, namespace, code, ids: items.map((item) => item.slice(path.length + 1)).filter(isUuid) }
  })
}
