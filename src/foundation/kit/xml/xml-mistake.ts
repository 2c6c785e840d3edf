import { SaxesParser } from 'saxes'

/** The first mistake in a text that is not well-formed XML. Line and column are counted from 1. */
export interface XmlMistake {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Stops the parser, which would go on after a mistake. */
class FirstMistake extends Error {}

/** Returns the first mistake of a text, with a hint for the common ones; undefined when the text is well-formed XML. */
export function xmlMistake(xml: string): XmlMistake | undefined {
  const parser = new SaxesParser({ xmlns: false, position: true })
  let found: { readonly at: number; readonly message: string } | undefined
  let closed: { readonly name: string; readonly line: number } | undefined
  const open: { readonly name: string; readonly line: number }[] = []
  parser.on('opentag', ({ name, isSelfClosing }) => {
    if (!isSelfClosing) open.push({ name, line: parser.line })
  })
  parser.on('closetag', ({ name }) => {
    if (open.at(-1)?.name === name) closed = open.pop()
  })
  parser.on('error', ({ message }) => {
    found = { at: parser.position, message: message.replace(/^\d+:\d+: /, '').replace(/\.$/, '') }
    throw new FirstMistake()
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    if (!(error instanceof FirstMistake)) throw error
  }
  if (found === undefined) return undefined
  const ampersand = looseAmpersand(xml)
  // The parser notices an "&" only where the next entity ends, which may be at the end of the file.
  const { at, message } = ampersand === undefined || ampersand >= found.at ? found : { at: ampersand, message: '' }
  const place = placeOf(xml, Math.max(0, ampersand === at ? at : at - 1))
  if (at === ampersand) return { ...place, message: 'an "&" stands alone; write &amp; instead of &' }
  if (message.startsWith('disallowed character'))
    return { ...place, message: 'a character is not allowed here; write &lt; instead of < in texts and attributes' }
  if (message.startsWith('unexpected close tag') || message.startsWith('unclosed tag')) {
    // An element that another end tag closes is reported as closed before the mistake is.
    const last = message.startsWith('unclosed') ? open.at(-1) : closed
    const unclosed = last === undefined ? '' : `; <${last.name}> of line ${last.line} is not closed`
    return { ...place, message: `${message.replace(/:.*/, '')}${unclosed}` }
  }
  return { ...place, message }
}

/** Returns the position of the first "&" that begins no entity, outside of comments and CDATA. */
function looseAmpersand(xml: string): number | undefined {
  const parts = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|&(?!#\d+;|#x[0-9a-fA-F]+;|[A-Za-z_][\w.-]*;)/g
  for (const match of xml.matchAll(parts)) if (match[0] === '&') return match.index
  return undefined
}

function placeOf(xml: string, at: number): Pick<XmlMistake, 'line' | 'column'> {
  const before = xml.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
