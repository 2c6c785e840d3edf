import type { SetChange } from '../../elements/write/change-elements.store.ts'
import { existsOtherwise, keyEmpty } from '../errors.ts'
import { codesIn } from './compare.ts'
import type { MatchKey } from './match.ts'
import type { RowInput } from './row-input.ts'

const quoted = (code: string): string => `"${code}"`
const listed = (codes: readonly string[]): string => codes.map(quoted).join(' and ')

/** Returns the error for a row in mode `create` whose element exists with other values. */
export function existsWithOtherValues(key: string | undefined, change: SetChange): Error {
  const by = key === undefined ? 'key' : listed(key.split(','))
  const codes = codesIn(change).map(quoted).join(', ')
  return existsOtherwise(`an element with the same ${by} exists already, with another value in ${codes}`)
}

export function emptyKey({ codes }: MatchKey): Error {
  const sentence = `${listed(codes)} must not be empty, because it identifies the element of a row`
  return keyEmpty(sentence, { field: codes.join(',') })
}

/** Returns the key of a row for a message: `"tax_id" 007`. */
export function shownKey({ codes }: MatchKey, { input, id }: RowInput): string {
  const { name: __name, externalId: __externalId } = input
  const values: Record<string, unknown> = { ...input.body, __id: id, __name, __externalId }
  return codes.map((code) => `${quoted(code)} ${String(values[code]).slice(0, 100)}`).join(' and ')
}
