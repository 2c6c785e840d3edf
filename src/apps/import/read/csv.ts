import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { withErrorListener } from '../../../kit/error-listener.ts'
import { fileUnreadable } from '../errors.ts'
import { maxColumns, maxRowBytes } from './limits.ts'
import type { Row } from './row.ts'

/**
 * All records of CSV text from row `fromRow` on, the header among them. A record counts as one row,
 * however many lines its quoted cells have, since that is how a spreadsheet shows it.
 */
export async function* csvRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  fromRow: number,
): AsyncGenerator<Row, void, undefined> {
  const parser = withErrorListener(
    parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      // Rows of another length are judged one by one, and a quote inside a cell that is not quoted is only a quote.
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maxRowBytes,
    }),
  )
  // The error reaches whoever reads the parser.
  pipeline(Readable.from(text), parser, () => {})
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++
      if (cells.length > maxColumns) {
        throw fileUnreadable(`row ${row} has ${cells.length} columns; at most ${maxColumns} can be imported`)
      }
      if (row >= fromRow) yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
}

function unreadable(error: CsvError): Error {
  // The parser is ahead of its reader, so only itself knows where it is.
  const row = Number(error.records) + 1
  const why =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quoted cell begins that does not end'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? `it is longer than ${maxRowBytes} bytes; perhaps a quoted cell begins that does not end`
        : 'it is not written as CSV'
  return fileUnreadable(`row ${row} can't be read: ${why}`, { row }, { cause: error })
}
