/** Returns a `Content-Disposition` header by RFC 6266 and RFC 8187; it is ASCII for any file name. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}

/**
 * Returns the disposition for the query of a link. Clients decode the query and read the name up to the next `;`, so a
 * `;` ends the name and any other is replaced. A `%` is replaced too, because it would be decoded twice.
 */
export function contentDispositionInUrl(kind: 'attachment' | 'inline', name: string): string {
  return `${kind}; filename*=UTF-8''${name.replaceAll(/[;%]/g, '_')};`
}
