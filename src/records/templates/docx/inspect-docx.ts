import { inMemory } from '../../../foundation/kit/source-file.ts'
import { UnreadableFile } from '../../../foundation/kit/unreadable-file.ts'
import { readXml, readXmlText, type XmlReader } from '../../../foundation/kit/xml/xml.ts'
import { openZip, type Zip } from '../../../foundation/kit/zip.ts'
import { headBytes, mayBeSvg } from '../pictures.ts'
import type { OutlineNode } from '../placeholders/outline.ts'
import { outlineOf } from '../placeholders/outline.ts'
import { keyOf, type Placeholder, type TemplateProblem } from '../placeholders/placeholder.ts'
import { contentTypesReader, fieldsReader, pictureReader, relationshipsReader } from './check-docx.ts'
import { docxLimits } from './docx-limits.ts'
import { tryDocx } from './fill-docx.ts'
import { partScanner } from './scan-part.ts'

/** The placeholders of a DOCX file, part by part, and its mistakes. */
export interface InspectedDocx {
  readonly nodes: readonly OutlineNode[]
  readonly problems: readonly TemplateProblem[]
}

/**
 * Checks a DOCX file and reads its placeholders. Runs in the process of `docx-process.ts`. Throws UnreadableFile when
 * the file is not a DOCX file, is too large or is dangerous.
 */
export async function inspectDocx(bytes: Uint8Array): Promise<InspectedDocx> {
  const zip = await openZip(inMemory(bytes), 'document')
  if (zip.paths.length > docxLimits.maxParts)
    throw new UnreadableFile(`the document has more than ${docxLimits.maxParts} parts`)
  const nodes: OutlineNode[] = []
  const problems: TemplateProblem[] = []
  const placeholders: Placeholder[] = []
  const found = { hasDocument: false }
  const refuse = (reason: string): never => {
    throw new UnreadableFile(`the document is refused: ${reason}`)
  }
  const chars = { left: docxLimits.maxXmlChars }
  const read = (path: string, reader: XmlReader) => readXml(limited(zip.text(path), chars), reader, 'document')
  if (!zip.has('[Content_Types].xml') || !zip.has('word/document.xml')) throw notDocx()
  await read('[Content_Types].xml', contentTypesReader(refuse, found))
  if (!found.hasDocument) throw notDocx()
  for (const path of inOrder(zip)) {
    if (/vbaProject|activeX/i.test(path)) refuse('it contains macros or active controls')
    if (path === '[Content_Types].xml') continue
    if (!/\.(xml|rels)$/i.test(path)) {
      const head = Buffer.from(await zip.head(path, headBytes)).toString('latin1')
      if (head.startsWith('\x1f\x8b')) refuse(`its part ${path.slice(0, 100)} is compressed`)
      if (mayBeSvg(head)) await read(path, pictureReader(refuse))
      continue
    }
    if (path.endsWith('.rels')) {
      await read(path, relationshipsReader(refuse))
      continue
    }
    const fields = fieldsReader(refuse)
    const scanner = partScanner(path === 'word/document.xml' ? undefined : path.replace(/^word\//, ''))
    await read(path, both(both(fields, scanner), pictureReader(refuse)))
    fields.end()
    const scanned = scanner.end()
    const outline = outlineOf(scanned.placeholders)
    placeholders.push(...scanned.placeholders)
    nodes.push(...outline.nodes)
    problems.push(...scanned.problems, ...outline.problems)
  }
  if (problems.length === 0) problems.push(...differences(bytes, placeholders))
  return { nodes, problems }
}

const notDocx = (): Error => new UnreadableFile('the file is not a DOCX document')

/** The main part first, so that its problems are reported first. */
function inOrder({ paths }: Zip): string[] {
  return paths.toSorted(
    (a, b) => Number(b === 'word/document.xml') - Number(a === 'word/document.xml') || (a < b ? -1 : 1),
  )
}

async function* limited(text: AsyncIterable<string>, chars: { left: number }): AsyncGenerator<string> {
  for await (const piece of text) {
    chars.left -= piece.length
    if (chars.left < 0) throw new UnreadableFile('the document is too large when it is unpacked')
    yield piece
  }
}

function both(one: XmlReader, other: XmlReader): XmlReader {
  return {
    open(name, attributes) {
      one.open?.(name, attributes)
      other.open?.(name, attributes)
    },
    text(text) {
      one.text?.(text)
      other.text?.(text)
    },
    close(name) {
      one.close?.(name)
      other.close?.(name)
    },
  }
}

/**
 * Tries to fill the document. Reports placeholders that the library finds outside of paragraphs, such as in a property
 * of the file, which could not be checked, and sections that would give a damaged document.
 */
function differences(bytes: Uint8Array, placeholders: readonly Placeholder[]): TemplateProblem[] {
  const tried = tryDocx(bytes)
  if ('reason' in tried) return [{ place: {}, message: tried.reason }]
  const known = new Set(placeholders.filter(({ kind }) => kind !== 'end').map(({ text }) => text))
  const outside = tried.texts.filter((text) => !known.has(keyOf(text)))
  if (outside.length > 0)
    return outside.map((text) => ({
      place: {},
      message: `the placeholder {{${text.slice(0, 80)}}} stands outside of the text; remove it`,
    }))
  try {
    for (const part of tried.parts) readXmlText(part, {}, 'document')
    return []
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const message =
      'a section begins and ends at places that do not belong together, such as a paragraph and a table cell'
    return [{ place: {}, message }]
  }
}
