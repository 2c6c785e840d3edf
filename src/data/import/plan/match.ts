import type { Reader } from '../../../foundation/db/database.ts'
import type { Application } from '../../applications/application.ts'
import { completeBody } from '../../elements/rules/read-element-input.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import type { PresentElement } from './keys.store.ts'
import { elementsByFields, type KeyOfRow, keysOfRows, type MatchOfRow, presentElements } from './keys.store.ts'
import type { RowInput } from './row-input.ts'

/**
 * The state of the database for the rows of a batch: the unique keys of the rows, the elements that have these keys,
 * and the elements that match.
 */
export interface BatchState {
  /** The unique keys by position of the row. */
  readonly keys: ReadonlyMap<number, readonly KeyOfRow[]>
  /** The matches by position of the row; used when the import's key is not declared as unique. */
  readonly matches: ReadonlyMap<number, MatchOfRow>
  readonly present: ReadonlyMap<string, PresentElement>
}

/**
 * The key of the import. A declared unique key is looked up in its index, `__id` as an id, any other by comparing
 * values.
 */
export interface MatchKey {
  readonly codes: readonly string[]
  /** The name of the declared key, like `KeyOfRow.key`; undefined when the key is not declared. */
  readonly declared: string | undefined
}

/** Returns the key of an import from its field codes, whose order does not matter; undefined without codes. */
export function matchKeyOf(application: Application, codes: readonly string[] | undefined): MatchKey | undefined {
  if (codes === undefined) return undefined
  if (codes.length === 1 && codes[0] === '__externalId') return { codes, declared: '__externalId' }
  const wanted = [...codes].sort().join()
  return { codes, declared: application.uniqueKeys.find((key) => [...key].sort().join() === wanted)?.join(',') }
}

export interface LookUp {
  readonly key: MatchKey | undefined
  readonly rows: readonly RowInput[]
  /** The codes of the fields in the columns of the file. */
  readonly fields: readonly string[]
}

/**
 * Reads the state of the database for the rows of a batch. `fields` are the codes of the fields in the columns of the
 * file. The values of these fields and of all required fields are read.
 */
export async function lookUp(
  reader: Reader,
  { application, source, authority }: OpenedApplication,
  { key, rows, fields }: LookUp,
): Promise<BatchState> {
  const asked = rows.map(({ input }) => ({
    body: completeBody(application, input.body),
    externalId: input.externalId ?? null,
  }))
  const keys = await keysOfRows(reader, application, asked)
  const codes = key !== undefined && key.declared === undefined ? key.codes : undefined
  const matches = codes === undefined ? [] : await matchesOf(reader, { source, codes }, rows)
  // A row that matches several elements fails, so their values are not read.
  const matched = matches.flatMap(({ ids }) => (ids.length === 1 ? ids : []))
  const ids = new Set([...keys.flatMap(({ holder }) => holder ?? []), ...matched])
  const required = [...application.fields.values()].filter((field) => field.required).map(({ code }) => code)
  const present = await presentElements(reader, source, [...ids], {
    codes: [...new Set([...fields, ...required])],
    edit: authority.rows('edit'),
  })
  return {
    keys: Map.groupBy(keys, ({ place }) => place),
    matches: new Map(matches.map((match) => [match.place, match])),
    present: new Map(present.map((element) => [element.id, element])),
  }
}

async function matchesOf(
  reader: Reader,
  { source, codes }: { source: OpenedApplication['source']; codes: readonly string[] },
  rows: readonly RowInput[],
): Promise<MatchOfRow[]> {
  if (codes.join() === '__id') {
    return rows.map(({ id = null }, place) => ({ place, value: id, ids: id === null ? [] : [id] }))
  }
  return elementsByFields(
    reader,
    source,
    codes,
    rows.map((row) => codes.map((code) => valueFor(row, code))),
  )
}

function valueFor({ input, id }: RowInput, code: string): unknown {
  if (code === '__id') return id ?? null
  if (code === '__name') return input.name ?? null
  if (code === '__externalId') return input.externalId ?? null
  return input.body[code] ?? null
}
