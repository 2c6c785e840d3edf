import { type ApplicationCatalog, applicationCatalog } from '../data/applications/application-catalog.ts'
import { applicationId } from '../data/applications/compile.ts'
import { rowDigest, systemActor } from '../foundation/audit/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { sql } from '../foundation/db/sql.ts'
import { alone } from '../foundation/db/unit-of-work.ts'
import { systemClock } from '../foundation/kit/clock.ts'
import { newId, nilId } from '../foundation/kit/ids.ts'
import { kinds } from '../platform/kinds.ts'
import { applySolution } from './apply.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import type { Solution } from './definition-kind.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { type Plan, planSolution } from './plan.ts'
import { refuseProblems } from './problems.ts'
import { readSolution } from './read-solution.ts'
import { solutionContent } from './solution-content.ts'
import { readSources, writeSolution } from './write-solution.ts'

/** Returns the files of a solution `shop` with one namespace `shop`; `apps` is the YAML of each application by code. */
export function shopFiles(
  apps: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): SolutionFiles {
  return new Map(
    Object.entries({
      'solution.yaml': 'code: shop\nname: Shop\nversion: 1.0.0\n',
      'namespaces/shop/namespace.yaml': 'name: Shop\n',
      ...Object.fromEntries(Object.entries(apps).map(([code, text]) => [`namespaces/shop/apps/${code}.yaml`, text])),
      ...more,
    }),
  )
}

export interface Shop {
  readonly database: Database
  readonly catalog: Catalog
}

/** Reads the files as a solution with the kinds of the platform. Throws their problems. */
export function readFiles(files: SolutionFiles): Solution {
  const solution = readSolution(kinds, files)
  refuseProblems(solution.problems)
  return solution
}

/** Creates a catalog with the kinds of the platform and the look-ups of applications. */
export async function openCatalog(database: Database): Promise<ApplicationCatalog> {
  return applicationCatalog(await createCatalog(database, kinds))
}

/** Returns the files of the deployed solution `code`. */
export async function exportFiles({ database, catalog }: Shop, code = 'shop'): Promise<SolutionFiles> {
  const content = solutionContent(catalog.written(), code)
  return writeSolution(kinds, content, await readSources(database.reader, kinds, content))
}

/** Applies the files and returns the sentences of the changes. */
export async function deploy(
  { database, catalog }: Shop,
  files: SolutionFiles,
  { allowDestructive = false }: { allowDestructive?: boolean } = {},
): Promise<string[]> {
  const options = { allowDestructive, actor: systemActor }
  const plan = await applySolution(
    { database, kinds, catalog, clock: systemClock },
    async () => readFiles(files),
    options,
  )
  return sentencesOf(plan)
}

export async function planned({ database }: Shop, files: SolutionFiles): Promise<Plan> {
  return (await planSolution(alone(database), kinds, readSolution(kinds, files))).plan
}

function sentencesOf(plan: Plan): string[] {
  return plan.changes.map(({ path, sentence }) => `${path}: ${sentence}`)
}

/** Inserts an element and its history directly into the tables and returns the element's id. */
export async function putElement(
  database: Database,
  code: string,
  body: object,
  { status = null, deleted = false }: { status?: number | null; deleted?: boolean } = {},
): Promise<string> {
  const id = newId()
  await database.single.rows(sql`
    with made as (
      insert into element (app, id, idx, name, status, created_at, created_by, updated_at, updated_by, deleted_at, rev,
        status_history, subscribers, body)
      values (${applicationId('shop', code)}, ${id}, 1, 'thing', ${status}, now(), ${nilId}, now(), ${nilId},
        ${deleted ? new Date() : null}, 1, '[]', '[]', ${JSON.stringify(body)}::jsonb)
      returning *
    )
    insert into element_history (app, id, rev, at, by, action, changes, digest_after)
    select app, id, 1, now(), ${nilId}, 'create', '{}', ${rowDigest(sql`made`)} from made`)
  return id
}

export async function bodyOf(database: Database, id: string): Promise<unknown> {
  const row = await database.reader.row<{ body: string }>(sql`select body::text from element where id = ${id}`)
  return JSON.parse(row!.body)
}

/**
 * Returns a fingerprint of the rows of solutions, namespaces, applications and groups, and of all views and indexes.
 * The system columns are included, so that any write to these rows changes the fingerprint.
 */
export async function rowVersions(database: Database): Promise<string> {
  const row = await database.reader.row<{ all: string }>(sql`
    select md5(concat(
      (select string_agg(concat(xmin, s), ';' order by code) from solution s),
      (select string_agg(concat(xmin, n), ';' order by code) from namespace n),
      (select string_agg(concat(xmin, a), ';' order by id) from application a),
      (select string_agg(concat(xmin, c), ';') from catalog c),
      (select string_agg(concat(xmin, g), ';' order by id) from user_group g),
      (select string_agg(concat(xmin, m), ';' order by group_id, member) from group_member m),
      (select string_agg(concat(oid, ' ', xmin), ';' order by oid) from pg_class where relkind in ('v', 'i'))
    )) as all`)
  return row!.all
}
