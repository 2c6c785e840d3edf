import type { SourceFile } from '../../../../foundation/kit/source-file.ts'
import { UnreadableFile } from '../../../../foundation/kit/unreadable-file.ts'
import { type XmlReader, xmlPieces } from '../../../../foundation/kit/xml/xml.ts'
import { openZip, type Zip } from '../../../../foundation/kit/zip.ts'
import { fileUnreadable } from '../../errors.ts'
import { maxColumns, maxRowBytes, maxSheetColumns, maxSheetRows } from '../limits.ts'
import type { Records, Row } from '../row.ts'
import { shownNumber } from './number-format.ts'
import { unescaped } from './shared-texts.ts'
import { readSheetNames, readWorkbook, type Workbook, xlsx } from './workbook.ts'

/** Returns the rows of a sheet of an XLSX file, each value as text. Only the shared texts are held in memory. */
export async function sheetRecords(file: SourceFile, sheetName: string | undefined): Promise<Records> {
  try {
    const zip = await openZip(file, xlsx)
    const workbook = await readWorkbook(zip, sheetName)
    return (fromRow) => rowsOf(zip, workbook, fromRow)
  } catch (error) {
    throw refusal(error)
  }
}

/** Returns the names of the sheets that are not hidden. */
export async function visibleSheets(file: SourceFile): Promise<string[]> {
  try {
    return await readSheetNames(await openZip(file, xlsx))
  } catch (error) {
    throw refusal(error)
  }
}

async function* rowsOf(zip: Zip, workbook: Workbook, fromRow: number): AsyncGenerator<Row, void, undefined> {
  const ready: Row[] = []
  const reader = rowReader(workbook, fromRow, (row) => ready.push(row))
  try {
    for await (const _ of xmlPieces(zip.text(workbook.sheetPath), reader, xlsx)) {
      yield* ready
      ready.length = 0
    }
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): unknown {
  if (!(error instanceof UnreadableFile)) return error
  return fileUnreadable(`${error.message}; save it again, or as CSV`, { field: 'format' }, { cause: error })
}

function rowReader(workbook: Workbook, fromRow: number, found: (row: Row) => void): XmlReader {
  let row = 0
  let column = -1
  let cells: (string | null)[] = []
  let rowBytes = 0
  let problem: string | undefined
  let attributes: Readonly<Record<string, string>> = {}
  let text = ''
  let reading = false
  // Phonetic hints contain a `t` element of their own, which is not part of the text.
  let phonetic = false

  const keep = (value: string | null): void => {
    if (value === null || value === '') return
    if (column >= maxColumns) throw fileUnreadable(`row ${row} has more than ${maxColumns} columns`)
    rowBytes += Buffer.byteLength(value)
    if (rowBytes > maxRowBytes) throw fileUnreadable(`row ${row} is longer than ${maxRowBytes} bytes`)
    while (cells.length < column) cells.push(null)
    cells[column] = value
  }

  return {
    open(name, found) {
      if (name === 'row') {
        row = nextNumber(found.r, row, maxSheetRows)
        column = -1
        cells = []
        rowBytes = 0
        problem = undefined
      } else if (name === 'c') {
        column = found.r === undefined ? column + 1 : columnIndex(found.r)
        if (column >= maxSheetColumns) throw damaged()
        attributes = found
        text = ''
      } else if (name === 'v' || name === 't') reading = row >= fromRow && !phonetic
      else if (name === 'rPh') phonetic = true
    },
    text(piece) {
      if (reading) text += piece
      // Checked early, before the cell ends, because a text has at least as many bytes as characters.
      if (text.length > maxRowBytes) throw fileUnreadable(`row ${row} is longer than ${maxRowBytes} bytes`)
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c' && row >= fromRow) {
        const wrong = attributes.t === 'e' && text !== '#N/A'
        if (wrong) problem ??= `column ${column + 1} holds the error ${text.slice(0, 20)}`
        keep(cellText(text, attributes, workbook))
      } else if (name === 'row' && row >= fromRow) {
        found(problem === undefined ? { row, cells } : { row, cells, problem })
      }
    },
  }
}

/** Returns the text of a cell; `t` is the type of the cell, `s` the index of its style. */
function cellText(text: string, { t = 'n', s = '0' }: Readonly<Record<string, string>>, book: Workbook): string | null {
  if (text === '') return null
  switch (t) {
    case 's': {
      const shared = book.sharedTexts(Number(text))
      if (shared === undefined) throw damaged()
      return shared
    }
    case 'b':
      return text === '1' || text === 'true' ? 'true' : 'false'
    case 'e':
      return text === '#N/A' ? null : text
    case 'd':
      return /T[\d:.]+$/.test(text) ? `${text}Z` : text
    case 'n':
      return shownNumber(text, book.formats[Number(s)] ?? { shows: 'number' }, book.epochMs)
    default:
      return unescaped(text)
  }
}

/** Returns the column index of a cell reference: `AB12` → 27. */
function columnIndex(reference: string): number {
  let index = 0
  let at = 0
  for (; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    index = index * 26 + letter
  }
  if (at === 0) throw damaged()
  return index - 1
}

/**
 * Returns the number of the next row. Files may omit row numbers, but the numbers must increase, because rows are
 * applied in order and once.
 */
function nextNumber(text: string | undefined, before: number, max: number): number {
  const number = text === undefined ? before + 1 : Number(text)
  if (!Number.isInteger(number) || number <= before) throw damaged()
  if (number > max) throw fileUnreadable(`the sheet has more than ${max} rows`)
  return number
}

function damaged(): Error {
  return fileUnreadable('the XLSX file is damaged: its sheet cannot be parsed')
}
