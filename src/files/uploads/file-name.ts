import type { FileNames } from '../../foundation/http/multipart/content-disposition.ts'
import { fileNamesOf, readParameters, unescaped } from '../../foundation/http/multipart/content-disposition.ts'
import type { Fetched } from '../../foundation/outbound/index.ts'
import { notAFile } from '../errors.ts'

const maxNameLength = 1000
const maxFetchedNameLength = 255

/**
 * Returns the first usable name without its path; undefined when there is none. Throws `files.not_a_file` for a name
 * that is too long or holds control characters, and when `filename*` is the only name and can't be decoded.
 */
export function readFileName({ names, isMalformed }: FileNames): string | undefined {
  for (const given of names) {
    const name = lastSegment(given)
    if (name !== undefined) return checked(name)
  }
  if (isMalformed && names.length === 0)
    throw notAFile("the file name in filename* cannot be read; it must be like UTF-8''a%20file.txt")
  return undefined
}

/**
 * Returns the last segment of a path; undefined when it is empty. The name is only displayed and never part of a path.
 */
function lastSegment(given: string): string | undefined {
  const name = given.split(/[/\\]/).at(-1)!.trim()
  return name === '' || name === '.' || name === '..' ? undefined : name
}

function checked(name: string): string {
  if (name.length > maxNameLength) throw notAFile(`a file name may have at most ${maxNameLength} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
  if (/[\u0000-\u001f\u007f]/.test(name)) throw notAFile('the file name contains control characters')
  return name
}

/** Returns the name of a downloaded file: from its header, else from its URL. Undefined when neither has a name. */
export function fetchedFileName({ url, headers }: Pick<Fetched, 'url' | 'headers'>): string | undefined {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const { names } = fileNamesOf(readParameters(headers['content-disposition'] ?? ''))
  return [...names, unescaped(last)].map(clean).find((name) => name !== '')
}

/**
 * Returns a valid name made from a name of another server: without path and invisible characters, and shortened. Empty
 * when nothing is left.
 */
function clean(text: string): string {
  const visible = text.split(/[/\\]/).at(-1)!.replaceAll(/\p{C}/gu, '').trim()
  const name = [...visible].slice(0, maxFetchedNameLength).join('').trim()
  return name === '.' || name === '..' ? '' : name
}
