import type { Fetched } from '../outbound/index.ts'

const maxNameLength = 255

/** What a fetched file is called: by the header for it, else by the address. Undefined when neither has a name. */
export function linkName({ url, headers }: Pick<Fetched, 'url' | 'headers'>): string | undefined {
  const header = headers['content-disposition'] ?? ''
  const extended = /filename\*\s*=\s*"?utf-8'[^']*'([^;\s"]+)/i.exec(header)?.[1]
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  return (
    clean(unescaped(extended ?? '')) ??
    clean(asUtf8(quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '')) ??
    clean(unescaped(last))
  )
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Headers come as Latin-1, and hold UTF-8 where servers do not follow the rules. */
function asUtf8(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString()
  return utf8.includes('\uFFFD') ? text : utf8
}

/** Others chose it, so it is made fit instead of refused: no path, nothing invisible, not too long. */
function clean(text: string): string | undefined {
  const visible = text.split(/[/\\]/).at(-1)!.replaceAll(/\p{C}/gu, '').trim()
  const name = [...visible].slice(0, maxNameLength).join('').trim()
  return name === '' || name === '.' || name === '..' ? undefined : name
}
