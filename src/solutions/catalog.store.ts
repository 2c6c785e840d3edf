import type { Reader, Tx } from '../foundation/db/database.ts'
import { join, literal, type Sql, sql } from '../foundation/db/sql.ts'
import type { DefinitionRow, DeployedSolution, StoredKind } from './stored-kind.ts'
import { textRows } from './texts/texts.store.ts'
import type { Texts } from './texts/texts.ts'

/** The user and time of a change. */
export interface Stamp {
  readonly by: string
  readonly at: Date
  /** The comment of the person who applies; definitions with versions keep it with the new version. */
  readonly comment?: string | undefined
}

export interface DefinitionRows {
  readonly version: number
  readonly solutions: readonly DeployedSolution[]
  /** The rows of each kind, including removed definitions, by the word of the kind. */
  readonly definitions: Readonly<Record<string, readonly DefinitionRow[]>>
  /** The texts that definitions give in several languages, by the key of the definition. */
  readonly texts: Readonly<Record<string, Texts>>
}

/** The stamps of a row as keys and values of a JSON object. */
export const stamps: Sql = sql`'createdAt', wire_time(created_at), 'createdBy', created_by,
  'updatedAt', wire_time(updated_at), 'updatedBy', updated_by`

/**
 * Reads all definitions in one statement, so that the definitions are consistent even while a solution is being
 * applied.
 */
export async function definitionRows(reader: Reader, kinds: readonly StoredKind[]): Promise<DefinitionRows> {
  const lists = kinds.map(({ word, rows }) => sql`${literal(word)}, ${rows}`)
  const row = await reader.row<{ rows: string }>(sql`
    select json_build_object(
      'version', (select version from catalog),
      'solutions', (select coalesce(json_agg(jsonb_build_object('code', code, 'name', name, 'version', version,
          'dependencies', dependencies, ${stamps}) order by code), '[]') from solution),
      'texts', ${textRows},
      'definitions', json_build_object(${join(lists)})
    )::text as rows`)
  return JSON.parse(row!.rows)
}

export async function catalogVersion(reader: Reader): Promise<number> {
  const row = await reader.row<{ version: string }>(sql`select version from catalog`)
  return Number(row!.version)
}

/** Locks the definitions: every other apply waits until this transaction ends. */
export async function lockDefinitions(tx: Tx): Promise<void> {
  await tx.rows(sql`select version from catalog for update`)
}

/** Increments the version of the catalog and returns the new version. */
export async function raiseCatalog(tx: Tx): Promise<number> {
  const row = await tx.row<{ version: string }>(sql`update catalog set version = version + 1 returning version`)
  return Number(row!.version)
}

/** Returns the version of a deployed solution; undefined when no solution has the code. */
export async function solutionVersion(reader: Reader, code: string): Promise<{ version: string } | undefined> {
  return reader.row<{ version: string }>(sql`select version from solution where code = ${code}`)
}

export async function putSolution(
  tx: Tx,
  solution: Pick<DeployedSolution, 'code' | 'name' | 'version' | 'dependencies'>,
  { by, at }: Stamp,
): Promise<void> {
  const { code, name, version, dependencies } = solution
  await tx.rows(sql`
    insert into solution (code, name, version, dependencies, created_at, created_by, updated_at, updated_by)
    values (${code}, ${name}, ${version}, ${JSON.stringify(dependencies)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (code) do update set name = excluded.name, version = excluded.version,
      dependencies = excluded.dependencies, updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}
