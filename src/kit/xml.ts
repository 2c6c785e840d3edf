import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

/** XML between two tags, or inside one. */
const maxPieceChars = 1024 * 1024
/** Beyond any document: tables in tables come to some 50. */
const maxDepth = 256

/** Names come without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML and holds nothing of it. Yields after each piece, so that who collects can hand on.
 * A DOCTYPE is refused: with it go entities, files and addresses from outside. Throws UnreadableFile.
 */
export async function* xmlPieces(
  xml: AsyncIterable<string>,
  reader: XmlReader,
  title: string,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  // The parser keeps what stands between two tags until it ends, so that may not grow without end.
  let sinceTag = 0
  parser.on('doctype', () => {
    throw new UnreadableFile(`the ${title} holds a DOCTYPE, which is not allowed`)
  })
  parser.on('error', (cause) => {
    throw new UnreadableFile(`the ${title} is damaged: a part of it is not well-formed XML`, { cause })
  })
  parser.on('opentag', (tag) => {
    sinceTag = 0
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
  for await (const piece of xml) {
    sinceTag += piece.length
    parser.write(piece)
    if (sinceTag > maxPieceChars) throw new UnreadableFile(`the ${title} holds a text that is too long`)
    yield
  }
  parser.close()
}

/** For parts that are read in one go. */
export async function readXml(xml: AsyncIterable<string>, reader: XmlReader, title: string): Promise<void> {
  for await (const _ of xmlPieces(xml, reader, title));
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
