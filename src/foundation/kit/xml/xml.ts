import { SaxesParser } from 'saxes'
import { UnreadableFile } from '../unreadable-file.ts'

/** Maximum number of characters between two tags, or inside one. */
const maxPieceChars = 1024 * 1024
/** Maximum nesting, far above any real document: nested tables reach about 50 levels. */
const maxDepth = 256
/** Maximum number of attributes of one element. Programs that read the tree take far longer for each further attribute. */
const maxAttributes = 256
/** Number of characters of a text in memory that are parsed at once. */
const textPieceChars = 65_536

/** The receiver of XML events. Names come without their namespace prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Creates a parser that passes what it reads to `reader`, and checks the length of each piece between two tags. */
function createParser(reader: XmlReader, title: string): { write(piece: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  // The parser keeps everything between two tags in memory, so its length is limited.
  let sinceTag = 0
  parser.on('doctype', () => {
    throw new UnreadableFile(`the ${title} contains a DOCTYPE, which is not allowed`)
  })
  parser.on('error', (cause) => {
    throw new UnreadableFile(`the ${title} is damaged: a part of it is not well-formed XML`, { cause })
  })
  let attributes = 0
  parser.on('attribute', () => {
    if (++attributes > maxAttributes)
      throw new UnreadableFile(`the ${title} has an element with more than ${maxAttributes} attributes`)
  })
  parser.on('opentag', (tag) => {
    sinceTag = 0
    attributes = 0
    if (++depth > maxDepth) throw new UnreadableFile(`the ${title} is damaged: its XML is nested too deeply`)
    reader.open?.(localName(tag.name), tag.attributes)
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', (tag) => {
    sinceTag = 0
    depth--
    reader.close?.(localName(tag.name))
  })
  return {
    write(piece) {
      sinceTag += piece.length
      parser.write(piece)
      if (sinceTag > maxPieceChars) throw new UnreadableFile(`the ${title} contains a text that is too long`)
    },
    close: () => void parser.close(),
  }
}

/**
 * Parses XML without keeping it in memory. Yields after each piece, so that the caller can pass on what `reader` has
 * collected. Refuses a DOCTYPE, which could declare entities or load files and addresses from outside. Throws
 * UnreadableFile.
 */
export async function* xmlPieces(
  xml: AsyncIterable<string>,
  reader: XmlReader,
  title: string,
): AsyncGenerator<void, void, undefined> {
  const parser = createParser(reader, title)
  for await (const piece of xml) {
    parser.write(piece)
    yield
  }
  parser.close()
}

/** Parses a text that is in memory, with the same rules. Throws UnreadableFile. */
export function readXmlText(xml: string, reader: XmlReader, title: string): void {
  const parser = createParser(reader, title)
  for (let at = 0; at < xml.length; at += textPieceChars) parser.write(xml.slice(at, at + textPieceChars))
  parser.close()
}

/** Parses the whole XML without pauses, for parts that are read at once. */
export async function readXml(xml: AsyncIterable<string>, reader: XmlReader, title: string): Promise<void> {
  for await (const _ of xmlPieces(xml, reader, title));
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
