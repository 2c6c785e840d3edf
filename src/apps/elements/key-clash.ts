import type { Reader } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/failures.ts'
import { duplicateKey } from '../errors.ts'
import type { Opened } from './element-address.ts'
import { missingFrom } from './elements.store.ts'
import { bodyOf, holderOfKey } from './key-holder.store.ts'

interface Written {
  readonly body: Readonly<Record<string, unknown>>
  readonly externalId?: string | null
  /** The element that is changed; absent for a new one. */
  readonly id?: string
}

/** Runs a write; a clash of unique keys is answered with the field and the holder instead of the database's words. */
export async function namingClash<T>(
  reader: Reader,
  opened: Opened,
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

/** The holder is named when the caller may see it, the field when it exists for the caller. */
async function clashOf(
  reader: Reader,
  { application, visible, source }: Opened,
  { body, externalId, id }: Written,
): Promise<Error> {
  const whole = id === undefined ? body : { ...(await bodyOf(reader, source, id)), ...body }
  const holder = await holderOfKey(reader, application, whole, externalId ?? null, id)
  const field = holder?.key ?? application.uniqueKeys.flat().join(',')
  const codes = field.split(',')
  if (!codes.every((code) => code.startsWith('__') || visible.fields.has(code)))
    return duplicateKey('another element has the same value in a unique field')
  const names = codes.map((code) => `"${code}"`)
  const isSeen = holder !== undefined && (await missingFrom(reader, source, [holder.id])).length === 0
  const details = isSeen ? { field, holder: holder.id } : { field }
  return duplicateKey(`another element has the same value in ${names.join(' and ')}`, details)
}
