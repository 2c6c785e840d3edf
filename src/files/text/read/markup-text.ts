const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  shy: '',
}
/** Elements whose content is not text. */
const silent = new Set(['script', 'style'])
/** HTML elements that can occur inside a word, so that their tags do not separate words. */
const inline = new Set(['a', 'b', 'i', 'u', 's', 'em', 'strong', 'span', 'font', 'mark', 'sub', 'sup', 'wbr'])

/** Returns whether the text begins like HTML or XML, or has an `html` tag in its first 1,000 characters. */
export function isMarkup(text: string): boolean {
  const start = text.slice(0, 1000).trimStart().toLowerCase()
  return /^<(!doctype|\?xml|html|head|body|!--)/.test(start) || start.includes('<html')
}

/**
 * Returns the text without tags, comments, scripts and styles. Decodes numeric entities and those of `entities`. The
 * time grows in proportion to the length, also for malformed markup.
 */
export function withoutTags(markup: string): string {
  const pieces: string[] = []
  const isXml = /^\s*<\?xml/i.test(markup) && !/<html/i.test(markup.slice(0, 1000))
  let at = 0
  while (at < markup.length) {
    const tag = markup.indexOf('<', at)
    pieces.push(markup.slice(at, tag < 0 ? markup.length : tag))
    if (tag < 0) break
    if (markup.startsWith('<![CDATA[', tag)) {
      const { from, to, next } = between(markup, tag + 9, ']]>')
      pieces.push(markup.slice(from, to))
      at = next
      continue
    }
    at = markup.startsWith('<!--', tag) ? between(markup, tag + 4, '-->').next : between(markup, tag + 1, '>').next
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(markup.slice(tag, tag + 20))?.[1]?.toLowerCase() ?? ''
    if (isXml || !inline.has(name)) pieces.push(' ')
    if (!isXml && silent.has(name) && markup[tag + 1] !== '/') at = endOf(markup, name, at)
  }
  return pieces
    .join('')
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{1,10});/gi, (whole, name: string) => character(name) ?? whole)
}

function between(text: string, from: number, end: string): { from: number; to: number; next: number } {
  const found = text.indexOf(end, from)
  return found < 0 ? { from, to: text.length, next: text.length } : { from, to: found, next: found + end.length }
}

/** Returns the position of the closing tag, or the end of the markup when there is none. */
function endOf(markup: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(markup)?.index ?? markup.length
}

function character(entity: string): string | undefined {
  if (!entity.startsWith('#')) return Object.hasOwn(entities, entity) ? entities[entity] : undefined
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
