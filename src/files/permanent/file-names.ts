import { wrongName } from '../errors.ts'

const longest = 255
/** What is longer behind the last dot is no extension, but part of a name. */
const longestExtension = 32
/** They turn the direction of what follows, so that `exe` can be made to look like `pdf`. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name as it may be kept. It is shown and never part of a path; `what` is for the refusal. */
export function readName(given: string, what = 'file'): string {
  const refuse = (why: string) => wrongName(`the name of the ${what} ${why}`, { field: 'name' })
  if (!given.isWellFormed()) throw refuse('holds half a surrogate pair')
  const name = given.replaceAll(directions, '').normalize('NFC').trim()
  if (name === '' || name === '.' || name === '..') throw refuse('is empty')
  if (!/[^\p{Cc}\p{Cf}\p{Z}]/u.test(name)) throw refuse('shows nothing')
  if (name.length > longest) throw refuse(`is longer than ${longest} characters`)
  if (/[/\\]/.test(name)) throw refuse('holds a slash')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name)) throw refuse('holds control characters')
  return name
}

/** Names are equal when these are. The database's own lower() depends on how it was set up. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** `report.pdf`, `report (1).pdf`, `report (2).pdf` …; 0 is the name itself. */
export function numbered(name: string, number: number): string {
  if (number === 0) return name
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && name.length - dot <= longestExtension
  const [stem, extension] = isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const suffix = ` (${number})${extension}`
  // Cut by characters: half of one is no text.
  let short = stem
  while (short.length + suffix.length > longest) short = [...short].slice(0, -1).join('')
  return `${short}${suffix}`
}
