const separators = /[\s().-]/g

/**
 * Returns an extension in the form in which it is stored: digits, `*` and `#`, with a leading plus of an international
 * number, without spaces, brackets, dots and hyphens. Leading zeros stay. Returns undefined for anything else.
 */
export function normalExtension(text: string): string | undefined {
  const normal = text.replaceAll(separators, '')
  return /^(?:\+\d|[\d*#])[\d*#]{0,31}$/.test(normal) ? normal : undefined
}
