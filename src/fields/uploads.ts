import { isUuid } from '../kit/ids.ts'
import { isObject, type JsonObject, type JsonValue } from '../kit/json.ts'
import { shown, wrongValue } from './errors.ts'
import type { Field } from './field-type.ts'

/** An upload that is to become a file of the element, in a value that was read and is not kept yet. */
export type FieldUpload = { readonly hash: string; readonly name?: string }

export function readUpload(entry: Readonly<Record<string, unknown>>, field: Field): FieldUpload {
  const { hash, name } = entry
  if (!isUuid(hash)) throw wrongValue(field, `the hash of an upload must be a uuid, not ${shown(hash)}`)
  if (name === undefined || name === null || name === '') return { hash: hash.toLowerCase() }
  if (typeof name !== 'string') throw wrongValue(field, `the name of a file must be a text, not ${shown(name)}`)
  return { hash: hash.toLowerCase(), name }
}

/** Where files stand in the values of an application. */
export interface FilePlace {
  /** Code of the field, of which a table is one. */
  readonly field: string
  /** The same, or `table.column`. */
  readonly code: string
  /** To each id, in the body of an element. */
  readonly jsonPath: string
}

export function filePlaces(fields: ReadonlyMap<string, Field>): FilePlace[] {
  return [...fields.values()].flatMap((field) => {
    if (holdsFiles(field)) return [{ field: field.code, code: field.code, jsonPath: `$.${key(field)}[*]` }]
    const columns = [...(field.columns?.values() ?? [])].filter(holdsFiles)
    return columns.flatMap((column) =>
      ['rows[*]', 'result'].map((part) => ({
        field: field.code,
        code: `${field.code}.${column.code}`,
        jsonPath: `$.${key(field)}.${part}.${key(column)}[*]`,
      })),
    )
  })
}

/** The uploads that a read value of the field names. */
export function uploadsIn(value: JsonValue, field: Field): FieldUpload[] {
  const found: FieldUpload[] = []
  withFiles(value, field, (upload) => {
    found.push(upload)
    return upload.hash
  })
  return found
}

/** The value with an id in the place of each upload; an id that would come twice stands once. */
export function withFiles(value: JsonValue, field: Field, idOf: (upload: FieldUpload) => string): JsonValue {
  if (holdsFiles(field) && Array.isArray(value)) {
    return [...new Set(value.map((entry) => (typeof entry === 'string' ? entry : idOf(entry as FieldUpload))))]
  }
  const columns = [...(field.columns?.values() ?? [])].filter(holdsFiles)
  if (columns.length === 0 || !isObject(value)) return value
  const inCells = (given: JsonValue): JsonObject => {
    const cells = { ...(given as JsonObject) }
    for (const column of columns) {
      const cell = cells[column.code]
      if (cell !== undefined) cells[column.code] = withFiles(cell, column, idOf)
    }
    return cells
  }
  const { rows, result } = value as { rows: JsonValue[]; result: JsonValue }
  return { rows: rows.map(inCells), result: inCells(result) }
}

const holdsFiles = (field: Field): boolean => field.type.refersTo?.(field).to === 'file'
const key = ({ code }: Field): string => JSON.stringify(code)
