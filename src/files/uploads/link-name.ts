import type { Fetched } from '../../outbound/index.ts'
import { fileNamesOf, readParameters, unescaped } from './content-disposition.ts'

const maxNameLength = 255

/** What a fetched file is called: by the header for it, else by the address. Undefined when neither has a name. */
export function linkName({ url, headers }: Pick<Fetched, 'url' | 'headers'>): string | undefined {
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  const { names } = fileNamesOf(readParameters(headers['content-disposition'] ?? ''))
  return [...names, unescaped(last)].map(clean).find((name) => name !== '')
}

/** Others chose it, so it is made fit instead of refused: no path, nothing invisible, not too long. Empty: no name. */
function clean(text: string): string {
  const visible = text.split(/[/\\]/).at(-1)!.replaceAll(/\p{C}/gu, '').trim()
  const name = [...visible].slice(0, maxNameLength).join('').trim()
  return name === '.' || name === '..' ? '' : name
}
