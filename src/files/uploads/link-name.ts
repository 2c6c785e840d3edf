import { fileNamesOf, readParameters, unescaped } from '../../foundation/http/multipart/content-disposition.ts'
import type { Fetched } from '../../foundation/outbound/index.ts'

const maxNameLength = 255

/** Returns the name of a downloaded file: from its header, else from its URL. Undefined when neither has a name. */
export function linkName({ url, headers }: Pick<Fetched, 'url' | 'headers'>): string | undefined {
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
  const name = [...visible].slice(0, maxNameLength).join('').trim()
  return name === '.' || name === '..' ? '' : name
}
