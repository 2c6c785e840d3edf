import { readXml, type XmlReader } from '../../../kit/xml.ts'
import type { Zip } from '../../../kit/zip.ts'
import type { TextSink } from './text-sink.ts'

/** An office format: the parts that hold its text, and the elements that do in them. */
interface Format {
  /** The part that tells the format. */
  readonly main: string
  readonly parts: RegExp
  /** Elements whose text is read; absent: those of any element. */
  readonly texts?: ReadonlySet<string>
  /** Elements that stand for a space, or after which a word has ended. */
  readonly ends: ReadonlySet<string>
}

// By ECMA-376 part 1 and OpenDocument 1.3. `v` of a sheet is a number; texts are numbered, and stand in one part.
const formats: readonly Format[] = [
  {
    main: 'word/document.xml',
    parts: /^word\/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
    texts: new Set(['t']),
    ends: new Set(['p', 'tab', 'br', 'cr', 'tc']),
  },
  {
    main: 'xl/workbook.xml',
    parts: /^xl\/(sharedStrings\.xml|worksheets\/[^/]+\.xml|comments\d*\.xml)$/,
    texts: new Set(['t', 'v']),
    ends: new Set(['si', 'c', 'is', 'comment']),
  },
  {
    main: 'ppt/presentation.xml',
    parts: /^ppt\/(slides|notesSlides)\/[^/]+\.xml$/,
    texts: new Set(['t']),
    ends: new Set(['p', 'br', 'tc']),
  },
  {
    main: 'content.xml',
    parts: /^content\.xml$/,
    ends: new Set(['p', 'h', 's', 'tab', 'line-break', 'table-cell']),
  },
]

/** Writes the text of DOCX, XLSX, PPTX and OpenDocument; false when the zip is none of them. */
export async function readOfficeText(zip: Zip, sink: TextSink): Promise<boolean> {
  const format = formats.find(({ main }) => zip.has(main))
  if (format === undefined) return false
  const parts = zip.paths.filter((path) => format.parts.test(path))
  // The main part first: what stands at the end may be cut off.
  parts.sort((one, other) => Number(other === format.main) - Number(one === format.main))
  for (const part of parts) {
    if (sink.isFull) break
    await readXml(untilFull(zip.text(part), sink), textOf(format, sink), 'document')
  }
  return true
}

function textOf({ texts, ends }: Format, sink: TextSink): XmlReader {
  let reading = texts === undefined
  // The number of a text is not a word of the sheet.
  let isNumbered = false
  return {
    open(name, attributes) {
      if (name === 'c') isNumbered = attributes.t === 's'
      if (texts !== undefined) reading = texts.has(name) && !(isNumbered && name === 'v')
    },
    text(piece) {
      if (reading) sink.add(piece)
    },
    close(name) {
      if (texts !== undefined) reading = false
      if (ends.has(name)) sink.add('\n')
    },
  }
}

/** Ends a part early; what the parser then misses is not asked for. */
async function* untilFull(text: AsyncIterable<string>, sink: TextSink): AsyncGenerator<string, void, undefined> {
  for await (const piece of text) {
    if (sink.isFull) throw sink.full
    yield piece
  }
}
