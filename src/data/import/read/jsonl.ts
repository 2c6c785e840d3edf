import { tooDeep } from '../../../foundation/http/errors.ts'
import { refuseLargeJson } from '../../../foundation/http/json/json-scan.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../foundation/kit/json.ts'
import { fileUnreadable } from '../errors.ts'
import { maxColumns, maxJsonDepth, maxRowBytes } from './limits.ts'
import type { Row, Table } from './row.ts'

/**
 * Creates a table from text with one JSON object per line. The columns are the keys of all lines in the order of their
 * first appearance, so the file is read twice.
 */
export async function jsonlTable(text: () => AsyncIterable<string>): Promise<Table> {
  const titles = new Set<string>()
  for await (const line of jsonLines(text(), 1)) {
    if (line.value === undefined) continue
    for (const key of Object.keys(line.value)) titles.add(key)
    if (titles.size > maxColumns) throw fileUnreadable(`the file has more than ${maxColumns} different keys`)
  }
  const columns = [...titles]
  if (columns.length === 0) throw fileUnreadable('no line of the file is a JSON object')
  return {
    format: 'jsonl',
    columns,
    rows: async function* (afterRow = 0): AsyncGenerator<Row, void, undefined> {
      for await (const { row, value, problem } of jsonLines(text(), afterRow + 1)) {
        if (value === undefined) yield { row, cells: [], problem: problem! }
        else yield { row, cells: columns.map((key) => (Object.hasOwn(value, key) ? value[key]! : null)) }
      }
    },
  }
}

interface JsonLine {
  readonly row: number
  readonly value?: JsonObject
  readonly problem?: string
}

async function* jsonLines(text: AsyncIterable<string>, fromRow: number): AsyncGenerator<JsonLine> {
  let row = 0
  for await (const line of linesOf(text)) {
    row++
    if (row < fromRow || line.trim() === '') continue
    yield { row, ...readLine(line) }
  }
}

const deeper = `the line is nested deeper than ${maxJsonDepth} levels`

function readLine(line: string): Omit<JsonLine, 'row'> {
  let value: JsonValue
  try {
    refuseLargeJson(line)
    value = JSON.parse(line)
  } catch (error) {
    if (error instanceof PlatformError && error.code !== tooDeep.code)
      return { problem: `in the line, ${error.message}` }
    if (error instanceof PlatformError) return { problem: deeper }
    return { problem: 'the line is not valid JSON' }
  }
  if (!isObject(value)) return { problem: 'the line is not a JSON object' }
  if (isDeeperThan(value, maxJsonDepth)) return { problem: deeper }
  return { value: value as JsonObject }
}

/** Yields the lines of a text. Throws when a line, complete or not, is longer than `maxRowBytes` in UTF-8. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  let row = 1
  const checked = (line: string): string => {
    if (Buffer.byteLength(line) <= maxRowBytes) return line
    throw fileUnreadable(`line ${row} is longer than ${maxRowBytes} bytes`, { row })
  }
  for await (const piece of text) {
    let start = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      yield checked(rest + piece.slice(start, end))
      row++
      rest = ''
      start = end + 1
    }
    rest = checked(rest + piece.slice(start))
  }
  if (rest !== '') yield rest
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}
