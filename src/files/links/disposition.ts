/** RFC 6266 and 8187: one line of ASCII, whatever the name is. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}

/**
 * Returns the disposition for the address of a link. Clients decode the address and read the name up to the next `;`, so
 * one ends the name and none is part of it. A `%` would be decoded a second time.
 */
export function dispositionInAddress(kind: 'attachment' | 'inline', name: string): string {
  return `${kind}; filename*=UTF-8''${name.replaceAll(/[;%]/g, '_')};`
}
