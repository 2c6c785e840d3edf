import { wrongName } from '../errors.ts'

const maxNameLength = 255
/** The maximum length of an extension with its dot. A longer text after the last dot is a part of the name. */
const maxExtensionLength = 32
/** Characters that change the direction of writing: with them, `exe` can be made to look like `pdf`. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Validates and normalises the name of a file or directory. Throws `files.wrong_name`; `what` is the noun in the
 * message. A name is only displayed and never part of a path on the disk.
 */
export function readName(given: string, what = 'file'): string {
  const refuse = (why: string) => wrongName(`the name of the ${what} ${why}`, { field: 'name' })
  if (!given.isWellFormed()) throw refuse('contains half a surrogate pair')
  const name = given.replaceAll(directions, '').normalize('NFC').trim()
  if (name === '' || name === '.' || name === '..') throw refuse('is empty')
  if (!/[^\p{Cc}\p{Cf}\p{Z}]/u.test(name)) throw refuse('has no visible characters')
  if (name.length > maxNameLength) throw refuse(`is longer than ${maxNameLength} characters`)
  if (/[/\\]/.test(name)) throw refuse('contains a slash')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) throw refuse('contains control characters')
  return name
}

/** Returns the key by which names are compared. Computed here because lower() of the database depends on its locale. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Returns `report.pdf` for 0, `report (1).pdf` for 1, `report (2).pdf` for 2 and so on. */
export function numbered(name: string, number: number): string {
  if (number === 0) return name
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && name.length - dot <= maxExtensionLength
  const [stem, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${number})${extension}`
  // The stem is shortened by whole characters, since half a surrogate pair is not valid text.
  let short = stem
  while (short.length + suffix.length > maxNameLength) short = [...short].slice(0, -1).join('')
  return `${short}${suffix}`
}
