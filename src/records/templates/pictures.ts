/** Number of bytes in which converters look for the beginning of an SVG picture. */
export const headBytes = 4096

/**
 * Returns whether a converter may read a file as an SVG picture, by its first bytes as latin1. Converters look at
 * the content, not at the name or the type, and unpack compressed pictures.
 */
export function mayBeSvg(head: string): boolean {
  const text = head.replaceAll(/[\0\ufeff\ufffd\u00ef\u00bb\u00bf\u00fe\u00ff]/g, '')
  return head.startsWith('\x1f\x8b') || /^\s*</.test(text) || /<([\w-]+:)?svg[\s>]/i.test(text)
}

/** The beginning of an address with a picture that consists of pixels, which cannot load anything. */
const pixels = /^\s*data:image\/(png|jpe?g|gif|webp|bmp)[;,]/i

/** Elements of SVG that run programs, contain other documents, or change an address later. */
const forbidden = new Set(['script', 'foreignObject', 'iframe', 'handler', 'set', 'animate'])

/** Returns what an element of an SVG picture loads from outside of the picture; undefined when it loads nothing. */
export function loadedBySvg(element: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (forbidden.has(element)) return `<${element}>`
  for (const [name, value] of Object.entries(attributes)) {
    const isAddress = element !== 'a' && /(^|:)(href|src|base)$/i.test(name)
    if (isAddress && !value.trim().startsWith('#') && problemOfPicture(value) !== undefined) return value
    if (loadsInStyle(value)) return value
  }
  return undefined
}

/** Returns whether a style may load anything but a part of its own document; any escape counts as such. */
export const loadsInStyle = (css: string): boolean => /@import|\\|url\s*\((?!\s*['"]?#)/i.test(css)

/** Returns why an address is not that of a picture within the document; undefined when it is. */
export function problemOfPicture(address: string): string | undefined {
  if (!pixels.test(address)) return 'a picture must begin with data:image/png, jpeg, gif, webp or bmp'
  const [head = '', content = ''] = [address.slice(0, address.indexOf(',')), address.slice(address.indexOf(',') + 1)]
  const text = /;\s*base64\s*$/i.test(head)
    ? Buffer.from(content.slice(0, headBytes), 'base64').toString('latin1')
    : content
        .slice(0, headBytes)
        .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return mayBeSvg(text) ? 'a picture must not be SVG, whatever its type says' : undefined
}
