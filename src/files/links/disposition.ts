/** RFC 6266 and 8187: one line of ASCII, whatever the name is. */
export function disposition(kind: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename*=UTF-8''${encoded}`
}

/** As clients look for it in the decoded address: the name up to the next `;`, in which nothing is to be decoded again. */
export function dispositionInAddress(kind: 'attachment' | 'inline', name: string): string {
  return `${kind}; filename*=UTF-8''${name.replaceAll(/[;%]/g, '_')}`
}
