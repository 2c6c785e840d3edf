import type { Reader } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/failures.ts'
import type { Application } from '../definitions/application.ts'
import { duplicateKey } from '../errors.ts'
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
  application: Application,
  written: Written,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'element_key_pkey')) throw error
    throw await clashOf(reader, application, written)
  }
}

async function clashOf(reader: Reader, application: Application, { body, externalId, id }: Written): Promise<Error> {
  const whole = id === undefined ? body : { ...(await bodyOf(reader, application.id, id)), ...body }
  const holder = await holderOfKey(reader, application, whole, externalId ?? null, id)
  const field = holder?.key ?? application.uniqueKeys.flat().join(',')
  const names = field.split(',').map((code) => `"${code}"`)
  const details = holder === undefined ? { field } : { field, holder: holder.id }
  return duplicateKey(`another element has the same value in ${names.join(' and ')}`, details)
}
