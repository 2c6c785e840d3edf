/** The parameters of a header such as `form-data; name="file"; filename*=UTF-8''a%20b`, by their lower-case names. */
export type Parameters = ReadonlyMap<string, string>

/** A backslash that escapes nothing is kept, because old browsers send Windows paths in a quoted string. */
const parameter = /\s*;\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"[^;]*|([^;]*))/y

/** Returns the parameters up to the first syntax error; of several with one name, the first is used. */
export function readParameters(header: string): Parameters {
  const parameters = new Map<string, string>()
  parameter.lastIndex = header.search(/;|$/)
  for (let match = parameter.exec(header); match !== null; match = parameter.exec(header)) {
    const [, name = '', quoted, bare = ''] = match
    const value = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? bare.trim()
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return parameters
}

/** The file names in a header, as sent by the client; not yet validated. */
export interface FileNames {
  /** The names, best first; empty when the header has no valid one. */
  readonly names: readonly string[]
  /** Whether there is a `filename*` that violates RFC 8187. Such a parameter is ignored, as RFC 6266 requires. */
  readonly isMalformed: boolean
}

/** Returns the file names of the parameters of a `Content-Disposition`, in every form that clients and servers send. */
export function fileNamesOf(parameters: Parameters): FileNames {
  const [extended, plain] = [parameters.get('filename*'), parameters.get('filename')]
  const decoded = extended === undefined ? undefined : decodeExtended(extended)
  const names = [decoded, plain === undefined ? undefined : decodedWord(asUtf8(plain))]
  return {
    names: names.filter((name) => name !== undefined),
    isMalformed: extended !== undefined && decoded === undefined,
  }
}

const latin1 = new Set(['iso-8859-1', 'latin1'])

/** Decodes `UTF-8'language'percent-encoded` (RFC 8187); returns undefined for anything else. */
function decodeExtended(text: string): string | undefined {
  const [, charset = '', value] = /^([\w-]+)'[^']*'((?:[!-$&-~]|%[0-9a-f]{2})*)$/i.exec(text) ?? []
  if (value === undefined) return undefined
  if (latin1.has(charset.toLowerCase()))
    return value.replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (!/^utf-?8$/i.test(charset)) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Decodes percent-encoded UTF-8; returns other text unchanged. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Decodes `=?utf-8?B?…?=` (RFC 2047), the form in which .NET sends names with non-ASCII characters; returns other text
 * unchanged.
 */
function decodedWord(text: string): string {
  const word = /^=\?utf-8\?b\?([A-Za-z0-9+/]+=*)\?=$/i.exec(text)?.[1]
  const decoded = word === undefined ? text : Buffer.from(word, 'base64').toString()
  return decoded.includes('\uFFFD') ? text : decoded
}

/** Decodes a header's text, which Node reads as Latin-1, as UTF-8 where it is valid UTF-8. */
export function asUtf8(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString()
  return utf8.includes('\uFFFD') ? text : utf8
}
