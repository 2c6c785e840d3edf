import { wrongInput } from '../../foundation/http/errors.ts'

/**
 * Returns a name in its normal form: composed characters, single spaces. Throws when nothing is left of it. Names that
 * look alike would otherwise differ.
 */
export function readName(value: string, field: string): string {
  const name = value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (name === '') throw wrongInput(`"${field}" must not be empty`, { field })
  return name
}

/** Returns an index or code in its normal form; null for an empty one. */
export function readIndex(value: string | null | undefined): string | null {
  const text = (value ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  return text === '' ? null : text
}
