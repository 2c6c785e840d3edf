import { isUuid } from '../foundation/kit/ids.ts'
import { isObject, type JsonObject, type JsonValue } from '../foundation/kit/json.ts'
import { shown, wrongValue } from './errors.ts'
import type { Field } from './field-type.ts'

/** An upload that will become a file of the element, in a value that was read but not stored yet. */
export type FieldUpload = { readonly hash: string; readonly name?: string }

/** Reads an entry `{hash, name}` of a field for files. Throws `field.wrong_value`. The name is optional. */
export function readUpload(entry: Readonly<Record<string, unknown>>, field: Field): FieldUpload {
  const { hash, name } = entry
  if (!isUuid(hash)) throw wrongValue(field, `the hash of an upload must be a uuid, not ${shown(hash)}`)
  if (name === undefined || name === null || name === '') return { hash: hash.toLowerCase() }
  if (typeof name !== 'string') throw wrongValue(field, `the name of a file must be a text, not ${shown(name)}`)
  return { hash: hash.toLowerCase(), name }
}

/** A place in the fields of an application that can hold files. */
export interface FilePlace {
  /** The code of the field; for a column of a table, the code of the table. */
  readonly field: string
  /** The code of the field; for a column of a table, `table.column`. */
  readonly code: string
  /** The JSON path to each file id, in the body of an element. */
  readonly jsonPath: string
}

/**
 * Returns the places of the fields that can hold files. A column of a table has two places: the rows and the results.
 */
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

/** Returns the uploads in a value of the field that was read. */
export function uploadsIn(value: JsonValue, field: Field): FieldUpload[] {
  const found: FieldUpload[] = []
  withFiles(value, field, (upload) => {
    found.push(upload)
    return upload.hash
  })
  return found
}

/** Returns the value with each upload replaced by the file id that `idOf` returns, without repeated ids in a list. */
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

/** Returns whether documents can be attached to a field: whether it holds files of any kind. */
export const takesDocuments = (field: Field): boolean =>
  field.type.refersTo?.(field)?.to === 'file' && !field.type.onlyImages
