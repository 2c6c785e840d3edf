import type { Reader } from '../../../db/database.ts'
import type { Application } from '../../definitions/application.ts'
import type { Opened } from '../../elements/element-address.ts'
import { completeBody } from '../../elements/read-element-input.ts'
import type { PresentElement } from './keys.store.ts'
import { elementsByFields, type KeyOfRow, keysOfRows, type MatchOfRow, presentElements } from './keys.store.ts'
import type { RowInput } from './row-input.ts'

/** What the database knows of the rows of a batch: their unique keys and holders, and the elements they may be about. */
export interface Known {
  /** By place of the row. */
  readonly keys: ReadonlyMap<number, readonly KeyOfRow[]>
  /** Where the caller's key is none that is declared unique. */
  readonly matches: ReadonlyMap<number, MatchOfRow>
  readonly present: ReadonlyMap<string, PresentElement>
}

/** The caller's key: a declared unique one is found by its index, any other by comparing. */
export interface MatchKey {
  readonly codes: readonly string[]
  /** As `KeyOfRow.key`; undefined when it is not declared. */
  readonly declared: string | undefined
}

export function matchKeyOf(application: Application, codes: readonly string[] | undefined): MatchKey | undefined {
  if (codes === undefined) return undefined
  if (codes.length === 1 && codes[0] === '__externalId') return { codes, declared: '__externalId' }
  const wanted = [...codes].sort().join()
  return { codes, declared: application.uniqueKeys.find((key) => [...key].sort().join() === wanted)?.join(',') }
}

/** `fields`: codes of those that the file has, in this batch or another. */
export async function lookUp(
  reader: Reader,
  { application, source, authority }: Opened,
  key: MatchKey | undefined,
  rows: readonly RowInput[],
  fields: readonly string[],
): Promise<Known> {
  const asked = rows.map(({ input }) => ({
    body: completeBody(application, input.body),
    externalId: input.externalId ?? null,
  }))
  const keys = await keysOfRows(reader, application, asked)
  const codes = key !== undefined && key.declared === undefined ? key.codes : undefined
  const matches = codes === undefined ? [] : await matchesOf(reader, { source, codes }, rows)
  // A row that fits several elements fails, whatever is in them.
  const matched = matches.flatMap(({ ids }) => (ids.length === 1 ? ids : []))
  const ids = new Set([...keys.flatMap(({ holder }) => holder ?? []), ...matched])
  const present = await presentElements(reader, source, [...ids], fields, authority.rows('edit'))
  return {
    keys: Map.groupBy(keys, ({ place }) => place),
    matches: new Map(matches.map((match) => [match.place, match])),
    present: new Map(present.map((element) => [element.id, element])),
  }
}

async function matchesOf(
  reader: Reader,
  { source, codes }: { source: Opened['source']; codes: readonly string[] },
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
