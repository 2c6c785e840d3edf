import type { Reader } from '../../../foundation/db/database.ts'
import { isUniqueViolation } from '../../../foundation/db/failures.ts'
import type { Application } from '../../applications/application.ts'
import { duplicateKey } from '../../errors.ts'
import type { OpenedApplication } from '../source/opened-application.ts'
import { holderOfKey, isShownIn, keptValues } from './key-holder.store.ts'

interface Written {
  readonly body: Readonly<Record<string, unknown>>
  readonly externalId?: string | null | undefined
  /** The id of the element that is changed; absent for a new element. */
  readonly id?: string
}

/**
 * Runs a write and converts a violation of a unique key into an error that names the field and the other element, as
 * far as the caller may know them.
 */
export async function namingClash<T>(
  reader: Reader,
  opened: OpenedApplication,
  written: Written,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'element_key_pkey')) throw error
    throw await clashOf(reader, opened, written)
  }
}

/**
 * Returns the error for a duplicate key. `key` has the codes of the key's fields, joined by commas; they are named only
 * when all of them are visible to the caller. `holder` is the id of the element that has the key, if the caller may see
 * the element.
 */
export function keyTaken({ fields }: Pick<Application, 'fields'>, key: string | undefined, holder?: string): Error {
  const codes = key?.split(',') ?? []
  const isVisible = codes.every((code) => code.startsWith('__') || fields.has(code))
  if (key === undefined || !isVisible) return duplicateKey('another element has the same value in a unique field')
  const names = codes.map((code) => `"${code}"`)
  const details = holder === undefined ? { field: key } : { field: key, holder }
  return duplicateKey(`another element has the same value in ${names.join(' and ')}`, details)
}

/**
 * Returns the error for a duplicate key. The error names the other element only when the caller may read the key's
 * values in both elements: knowing which element has the same value reveals the value.
 */
async function clashOf(reader: Reader, opened: OpenedApplication, { body, externalId, id }: Written): Promise<Error> {
  const { application, visible, source, authority } = opened
  const kept = id === undefined ? { body: {}, externalId: null } : await keptValues(reader, source, id)
  const whole = { ...kept.body, ...written(opened, body) }
  const outside = externalId === undefined ? kept.externalId : externalId
  const holder = await holderOfKey(reader, application, { body: whole, externalId: outside }, id)
  if (holder === undefined) return keyTaken(visible, undefined)
  const own = holder.key.split(',').filter((code) => !code.startsWith('__'))
  const rules = own.map((code) => authority.field(code, 'read'))
  const isShown =
    own.every((code) => visible.fields.has(code)) &&
    (await isShownIn(reader, source, id === undefined ? [holder.id] : [holder.id, id], rules))
  return keyTaken(visible, holder.key, isShown ? holder.id : undefined)
}

/**
 * Returns the body without nulls for fields that the caller may read in some rows only; such a null changes nothing.
 */
function written({ authority }: OpenedApplication, body: Written['body']): Written['body'] {
  const isWritten = ([code, value]: [string, unknown]) =>
    value !== null || typeof authority.field(code, 'read') !== 'function'
  return Object.fromEntries(Object.entries(body).filter(isWritten))
}
