import { SaxesParser } from 'saxes'
import { fileUnreadable } from '../../errors.ts'
import { maxXmlDepth, maxXmlPieceBytes } from '../limits.ts'

/** Names come without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML and holds nothing of it. Yields after each piece, so that who collects can hand on.
 * A DOCTYPE is refused: with it go entities, files and addresses from outside.
 */
export async function* xmlPieces(xml: AsyncIterable<string>, reader: XmlReader): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  // The parser keeps what stands between two tags until it ends, so that may not grow without end.
  let sinceTag = 0
  parser.on('doctype', () => {
    throw fileUnreadable('the XLSX file holds a DOCTYPE, which is not allowed')
  })
  parser.on('error', (cause) => {
    throw fileUnreadable('the XLSX file is damaged: a part of it is not well-formed XML', {}, { cause })
  })
  parser.on('opentag', (tag) => {
    sinceTag = 0
    if (++depth > maxXmlDepth) throw fileUnreadable('the XLSX file is damaged: its XML is nested too deeply')
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
    if (sinceTag > maxXmlPieceBytes) throw fileUnreadable('the XLSX file holds a text that is too long')
    yield
  }
  parser.close()
}

/** For parts that are read in one go. */
export async function readXml(xml: AsyncIterable<string>, reader: XmlReader): Promise<void> {
  for await (const _ of xmlPieces(xml, reader));
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
