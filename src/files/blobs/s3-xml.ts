import { SaxesParser } from 'saxes'

/** Returns the texts of all elements with this name, in document order. Throws when the text is not XML. */
export function textsOf(xml: string, name: string): string[] {
  const texts: string[] = []
  let inside = false
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    if (tag.name === name) texts.push('')
    inside = tag.name === name
  })
  parser.on('text', (text) => {
    if (inside) texts[texts.length - 1] += text
  })
  parser.on('cdata', (text) => {
    if (inside) texts[texts.length - 1] += text
  })
  parser.on('closetag', () => {
    inside = false
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return texts
}
