/**
 * What the header Content-Disposition calls a file, in every form that clients and servers send, the best first. They are
 * texts of others: what a name may hold is up to who takes them.
 */
export function* saidNames(header: string): Generator<string> {
  const extended = /filename\*\s*=\s*"?utf-8'[^']*'([^;\s"]+)/i.exec(header)?.[1]
  if (extended !== undefined) yield unescaped(extended)
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
  if (plain !== undefined) yield decodedWord(asUtf8(plain))
}

export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `=?utf-8?B?…?=` (RFC 2047): .NET calls files so, in headers and in forms, when their names are not ASCII. */
export function decodedWord(text: string): string {
  const word = /^=\?utf-8\?b\?([A-Za-z0-9+/]+=*)\?=$/i.exec(text)?.[1]
  return word === undefined ? text : Buffer.from(word, 'base64').toString()
}

/** Headers come as Latin-1, and hold UTF-8 where others do not follow the rules. */
function asUtf8(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString()
  return utf8.includes('\uFFFD') ? text : utf8
}
