import type { Apps } from '../../../data/index.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import type { Field } from '../../../values/index.ts'
import { documentTooLarge, templateFieldHidden } from '../errors.ts'
import { isList, userFields, usersPath } from './template-types.ts'

/** The maximum number of other elements and users whose values one document shows. */
const maxReferences = 500

export interface ElementReading {
  readonly apps: Pick<Apps, 'elements' | 'catalog'>
  readonly caller: Caller
  readonly element: Address & { readonly id: string }
  /** The paths that the placeholders of the template read. */
  readonly references: readonly (readonly string[])[]
}

interface Reader {
  /** Returns the values of an element; null when it does not exist or the caller cannot see it. */
  read(address: Address, id: string): Promise<JsonObject | null>
  /** Returns the values of a referenced element. */
  readonly refer: (target: Address, id: string) => Promise<JsonValue>
}

/**
 * Reads the values of an element that a template shows, with the rights of the caller: its fields, and the fields of
 * the users and elements that it refers to. Throws `document_template.field_hidden` for a field of the element itself
 * that the caller cannot read.
 */
export async function readElementValues({ apps, caller, element, references }: ElementReading): Promise<JsonObject> {
  const used = new Set(references.flat())
  const { namespace, code, id } = element
  const fieldsOf = (address: Address): ReadonlyMap<string, Field> =>
    address.namespace === usersPath.namespace
      ? userFields()
      : (apps.catalog.application(address.namespace, address.code)?.fields ?? new Map())
  const known = new Map<string, JsonObject | null>()

  async function read(address: Address, elementId: string): Promise<JsonObject | null> {
    const key = `${definitionPath(address)} ${elementId}`
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= maxReferences)
      throw documentTooLarge(`the document shows values of more than ${maxReferences} other elements`)
    const found = await readOrNull(() => apps.elements.get(caller, { ...address, id: elementId }))
    known.set(key, found)
    return found
  }

  const short = async (target: Address, elementId: string): Promise<JsonValue> => {
    const found = await read(target, elementId)
    return found && { __id: found.__id ?? null, __name: found.__name ?? null }
  }
  const whole = async (target: Address, elementId: string): Promise<JsonValue> => {
    const found = await read(target, elementId)
    return found && valuesOf(found, target, { read, refer: short })
  }

  async function valuesOf(json: JsonObject, address: Address, reader: Reader): Promise<JsonObject> {
    const values: Record<string, JsonValue> = {}
    for (const [name, value] of Object.entries(json)) if (name.startsWith('__')) values[name] = value as JsonValue
    for (const field of fieldsOf(address).values()) {
      if (!used.has(field.code) || !Object.hasOwn(json, field.code)) continue
      values[field.code] = await fieldValue(field, json[field.code] as JsonValue, reader)
    }
    return { ...values, __status: statusOf(json, apps.catalog.application(address.namespace, address.code)) }
  }

  const json = JSON.parse((await apps.elements.get(caller, element)).item.text) as JsonObject
  for (const [field] of references)
    if (fieldsOf({ namespace, code }).has(field!) && !Object.hasOwn(json, field!))
      throw templateFieldHidden('the template shows fields of the element that you cannot read')
  const values = await valuesOf(json, { namespace, code }, { read, refer: whole })
  for (const name of ['__createdBy', '__updatedBy'])
    if (used.has(name)) values[name] = await whole(usersPath, String(json[name] ?? ''))
  return { ...values, __id: id }
}

async function readOrNull(
  get: () => Promise<{ readonly item: { readonly text: string } }>,
): Promise<JsonObject | null> {
  try {
    return JSON.parse((await get()).item.text)
  } catch (error) {
    if (error instanceof PlatformError && [403, 404].includes(error.status)) return null
    throw error
  }
}

type Statuses = { readonly statuses: readonly { readonly code: string; readonly name: string }[] } | undefined

function statusOf(json: JsonObject, application: Statuses): JsonValue {
  const found = application?.statuses.find(({ code }) => code === json.__statusCode)
  return found === undefined ? null : { code: found.code, name: found.name }
}

/** Returns a stored value in the form that placeholders read; see `template-types.ts`. */
async function fieldValue(field: Field, value: JsonValue, reader: Reader): Promise<JsonValue> {
  if (value === null || value === undefined) return null
  if (field.type.holdsRows) return rowsOf(field, value, reader)
  const several = Array.isArray(value) && (field.type.several !== undefined || field.array)
  const entries: JsonValue[] = []
  for (const entry of several ? (value as JsonValue[]) : [value]) entries.push(await entryValue(field, entry, reader))
  return isList(field) ? entries : (entries[0] ?? null)
}

async function rowsOf({ columns = new Map() }: Field, value: JsonValue, reader: Reader): Promise<JsonValue> {
  const rows = isObject(value) && Array.isArray(value.rows) ? (value.rows as JsonObject[]) : []
  const shown: JsonValue[] = []
  for (const row of rows) {
    const cells: Record<string, JsonValue> = {}
    for (const column of columns.values() as Iterable<Field>)
      cells[column.code] = await fieldValue(column, (row[column.code] ?? null) as JsonValue, reader)
    shown.push(cells)
  }
  return shown
}

async function entryValue(field: Field, entry: JsonValue, { refer }: Reader): Promise<JsonValue> {
  const target = field.type.refersTo?.(field)
  if (target?.to === 'element') return refer(target, String(entry))
  if (target?.to === 'user') return refer(usersPath, String(entry))
  return field.type.inDocuments?.value?.(entry, field) ?? entry
}
