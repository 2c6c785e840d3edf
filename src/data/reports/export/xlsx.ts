import type { Readable } from 'node:stream'
import yazl from 'yazl'
import type { Cell } from '../../../values/index.ts'

/** The functions that turn the rows of a table into the text of a file. */
export interface SheetFormat {
  head(titles: readonly string[]): string
  row(cells: readonly Cell[]): string
  readonly tail: string
}

/** The positions of the cell formats in `styles.xml`. */
const styles = { text: 1, datetime: 2, date: 3, time: 4, title: 5 } as const

/** The maximum length of a text in a cell, in characters; Excel rejects files with longer texts. */
const maxCellChars = 32_767

/** Returns a workbook as a stream. `sheet` is a stream with the XML of its only sheet, in the form of `sheetFormat`. */
export function xlsxOf(sheet: Readable): Readable {
  const zip = new yazl.ZipFile()
  const workbook = zip.outputStream as Readable
  // An error of the sheet, such as a failed read of further rows, ends the workbook.
  zip.on('error', (error) => workbook.destroy(error))
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return workbook
}

/**
 * The XML of a sheet. Texts are marked as texts, so that spreadsheets never run them as formulas, even after a cell was
 * edited.
 */
export const sheetFormat: SheetFormat = {
  head: (titles) =>
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${row(titles.map((title) => textCell(title, styles.title)))}`,
  row: (cells) => row(cells.map(cellXml)),
  tail: '</sheetData></worksheet>',
}

const row = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`

function cellXml(cell: Cell): string {
  switch (cell.is) {
    case 'empty':
      return '<c/>'
    case 'boolean':
      return `<c t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'number':
      return `<c><v>${cell.text}</v></c>`
    case 'text':
      return textCell(cell.text, styles.text)
    default: {
      const day = dayNumber(cell.text, cell.is)
      return day === undefined ? textCell(cell.text, styles.text) : `<c s="${styles[cell.is]}"><v>${day}</v></c>`
    }
  }
}

function textCell(text: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text.slice(0, maxCellChars))}</t></is></c>`
}

/**
 * Returns the day number by which spreadsheets store a moment; undefined before 1 March 1900, because Excel counts
 * earlier days wrongly, and after the year 9999.
 */
function dayNumber(text: string, is: 'datetime' | 'date' | 'time'): number | undefined {
  if (is === 'time') return Date.parse(`1970-01-01T${text}Z`) / 86_400_000
  const days = Date.parse(is === 'date' ? `${text}T00:00:00Z` : text) / 86_400_000 + 25_569
  return days >= 61 && days < 2_958_466 ? days : undefined
}

/** Escapes a text for XML and leaves out characters that XML cannot contain. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the ones to leave out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const format = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of the package besides the sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${format}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${format}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${format}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1" quotePrefix="1"/></cellXfs></styleSheet>`,
}
