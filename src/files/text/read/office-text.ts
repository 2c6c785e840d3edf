import { readXml, type XmlReader } from '../../../foundation/kit/xml/xml.ts'
import type { Zip } from '../../../foundation/kit/zip.ts'
import type { TextSink } from './text-sink.ts'

/** An office format: the parts of the zip that hold its text, and the XML elements that hold text in these parts. */
interface Format {
  /** The part whose presence identifies the format. */
  readonly main: string
  readonly parts: RegExp
  /** The elements whose text is read; undefined for all elements. */
  readonly texts?: ReadonlySet<string>
  /** The elements that stand for a space or end a word. */
  readonly ends: ReadonlySet<string>
}

// The formats follow ECMA-376 part 1 and OpenDocument 1.3. In a sheet, `v` is a number or the index of a text; all
// texts are in one shared part.
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

/** Writes the text of a DOCX, XLSX, PPTX or OpenDocument file into the sink. Returns false for any other zip. */
export async function readOfficeText(zip: Zip, sink: TextSink): Promise<boolean> {
  const format = formats.find(({ main }) => zip.has(main))
  if (format === undefined) return false
  const parts = zip.paths.filter((path) => format.parts.test(path))
  // The main part is read first, because the limit may cut off the text at the end.
  parts.sort((one, other) => Number(other === format.main) - Number(one === format.main))
  for (const part of parts) {
    if (sink.isFull) break
    await readXml(untilFull(zip.text(part), sink), textOf(format, sink), 'document')
  }
  return true
}

function textOf({ texts, ends }: Format, sink: TextSink): XmlReader {
  let reading = texts === undefined
  // Whether the `v` of the current cell is the index of a shared text, which is not a word of the sheet.
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

/** Stops reading a part when the sink is full, so that the parser doesn't report a missing end of the document. */
async function* untilFull(text: AsyncIterable<string>, sink: TextSink): AsyncGenerator<string, void, undefined> {
  for await (const piece of text) {
    if (sink.isFull) throw sink.full
    yield piece
  }
}
