import { bytesOf, type SourceFile } from '../../../foundation/kit/source-file.ts'
import { fileUnreadable, wrongOption } from '../errors.ts'
import { delimiterByName, sniffDelimiter } from './delimiter.ts'
import { encodingByName, sniffEncoding, textOf } from './encoding.ts'
import { tableOf } from './header.ts'
import { jsonlTable } from './jsonl.ts'
import type { Format, Table } from './row.ts'

/** Options for reading a file; an absent option is detected from the file unless it has a default. */
export interface ReadOptions {
  /** The format: `csv`, `xlsx` or `jsonl`, with or without a leading dot. */
  readonly format?: string
  readonly encoding?: string
  /** The delimiter of CSV: `,`, `;`, a tab or another character. */
  readonly delimiter?: string
  /** The name of the sheet; defaults to the first sheet that is not hidden, or to the first of hidden sheets. */
  readonly sheet?: string
  /** Whether the first row has titles; defaults to true. With false, the columns are named A, B, C and so on. */
  readonly header?: boolean
}

const sampleChars = 64 * 1024

/**
 * Opens a file as a table and loads the parser of its format. Throws `import.file_unreadable` or `import.wrong_option`;
 * reading the rows may throw the same errors.
 */
export async function openTable(file: SourceFile, options: ReadOptions = {}): Promise<Table> {
  if (file.sizeBytes === 0) throw fileUnreadable('the file is empty')
  const format = options.format === undefined ? await sniffFormat(file) : formatByName(options.format)
  const hasHeader = options.header ?? true
  if (format === 'xlsx') {
    const { sheetRecords } = await import('./xlsx/sheet-records.ts')
    return tableOf('xlsx', await sheetRecords(file, options.sheet), hasHeader)
  }

  const encoding = options.encoding === undefined ? await sniffEncoding(file) : encodingByName(options.encoding)
  const text = () => textOf(file, encoding)
  const { sample, whole } = await sampleOf(text())
  if (sample.includes('\0')) throw fileUnreadable('the file is not text', { field: 'format' })
  const isJsonl = options.format === undefined ? sample.trimStart().startsWith('{') : format === 'jsonl'
  if (isJsonl) return jsonlTable(text)
  const { delimiter: given } = options
  const delimiter = given === undefined ? sniffDelimiter(sample, whole) : delimiterByName(given)
  const { csvRecords } = await import('./csv.ts')
  return tableOf('csv', (fromRow) => csvRecords(text(), delimiter, fromRow), hasHeader)
}

/** Returns the names of the sheets of a workbook, in their order. Hidden sheets are left out. */
export async function sheetNames(file: SourceFile): Promise<string[]> {
  const { visibleSheets } = await import('./xlsx/sheet-records.ts')
  return visibleSheets(file)
}

/** Returns the format that an option names. Throws `import.wrong_option`. */
export function formatByName(name: string): Format {
  const word = name.toLowerCase().replace(/^\./, '')
  if (word === 'csv' || word === 'xlsx' || word === 'jsonl') return word
  throw wrongOption(`unknown format "${name.slice(0, 40)}"; use csv, xlsx or jsonl`, { field: 'format' })
}

/** Detects the format by the first bytes. Returns `csv` for any text; JSONL is detected later, after decoding. */
async function sniffFormat(file: SourceFile): Promise<Format> {
  const start = (await bytesOf(file, 0, 8)).toString('hex')
  if (start.startsWith('504b0304')) return 'xlsx'
  // This signature belongs to old XLS files and to XLSX files with a password.
  if (start === 'd0cf11e0a1b11ae1') {
    throw fileUnreadable('the file is an old XLS file or has a password; save it as XLSX without a password')
  }
  return 'csv'
}

async function sampleOf(text: AsyncIterable<string>): Promise<{ sample: string; whole: boolean }> {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length > sampleChars) return { sample: sample.slice(0, sampleChars), whole: false }
  }
  return { sample, whole: true }
}
