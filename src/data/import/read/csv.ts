import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { withErrorListener } from '../../../foundation/kit/error-listener.ts'
import { fileUnreadable } from '../errors.ts'
import { maxColumns, maxRowBytes } from './limits.ts'
import type { Row } from './row.ts'

/**
 * Yields the records of CSV text from row `fromRow` on, including the header. A record counts as one row even when its
 * quoted cells have several lines, because spreadsheets count like this.
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
      // Rows of another length are checked later, one by one. A quote inside an unquoted cell is part of its text.
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maxRowBytes,
    }),
  )
  // The loop over the parser throws the errors of the pipeline.
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
  // The parser reads ahead, so the number of the bad row comes from the parser.
  const row = Number(error.records) + 1
  const why =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quoted cell is not closed'
      : error.code === 'CSV_MAX_RECORD_SIZE'
        ? `it is longer than ${maxRowBytes} bytes; perhaps a quoted cell is not closed`
        : 'it is not valid CSV'
  return fileUnreadable(`row ${row} can't be read: ${why}`, { row }, { cause: error })
}
