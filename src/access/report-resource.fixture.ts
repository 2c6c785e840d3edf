import type { Database } from '../foundation/db/database.ts'
import { Script, sql } from '../foundation/db/sql.ts'
import { errorKind } from '../foundation/kit/errors.ts'
import { newId } from '../foundation/kit/ids.ts'
import { column, newestFirst, rowText, type Source, stampColumns } from '../query/index.ts'
import {
  type Authority,
  authorize,
  compileAccess,
  grantsGround,
  inheritedGround,
  ownerGround,
  type Protected,
  protectedByRules,
  type Resource,
  type ResourceRights,
  type RuleEntry,
  rowFilterSql,
} from './index.ts'

/**
 * The space of a made-up resource, for tests of what every resource must do: reports in folders. A report has a
 * table, rights, rules, an owner, and inherits the grants of its folder.
 */
const reportSpace = '7d1f2c8e-52a4-4a0c-9d6c-0c2b6f6f0a01'
export type ReportRight = 'view' | 'run' | 'share'

export const reportRights: ResourceRights<ReportRight> = {
  all: ['view', 'run', 'share'],
  grantable: ['view', 'run', 'share'],
  includedIn: { view: ['run', 'share'] },
  granting: 'share',
  revealing: ['view'],
}

const fields = [
  column('__id', 'CATEGORY', 'uuid', (row) => sql`${row}.id`),
  column('kind', 'STRING', 'text', (row) => sql`${row}.kind`),
  ...stampColumns.filter(({ field }) => field.code === '__createdBy'),
]

const allReports: Source = {
  namespace: 'made',
  code: 'reports',
  relation: sql`trial_report`,
  scope: () => sql`true`,
  fields: new Map(fields.map((field) => [field.field.code, field])),
  order: newestFirst,
  live: () => sql`true`,
  whole: (row) => rowText(fields, row),
  id: (row) => sql`${row}.id`,
}

const folders = { relation: sql`trial_folder`, scope: () => sql`true`, id: allReports.id }

const reportNotFound = errorKind('report.not_found', 404, 'The report does not exist.')
const reportNotAllowed = errorKind('report.not_allowed', 403, 'The caller lacks a right to the report.')

/** Declares reports as a resource with these rules. */
export function reportResource(rules: readonly RuleEntry[]): Resource<ReportRight, object> {
  const byRules = protectedByRules({
    ruled: { id: reportSpace, path: 'made.reports', fields: new Map(fields.map(({ field }) => [field.code, field])) },
    access: compileAccess({ namespace: undefined, definition: { elements: rules }, setting: undefined }),
    rights: reportRights,
    source: allReports,
    setting: () => ({ nowMs: 0 }),
  })
  const objects: Protected<ReportRight> = {
    ...byRules,
    grounds: (holder, caller) => [
      ...byRules.grounds(holder, caller),
      ownerGround<ReportRight>(holder, (row) => sql`${row}.created_by`),
      inheritedGround({
        rows: folders,
        chain: (row) => sql`array[${row}.folder]`,
        grounds: [grantsGround(holder, { space: reportSpace, rights: reportRights })],
      }),
    ],
  }
  return {
    open(caller) {
      const authority: Authority<ReportRight> = authorize(caller, objects)
      const visible = {
        ...allReports,
        scope: (row: typeof allReports.relation) => rowFilterSql(authority.rows('view'), row),
      }
      return { ...objects, path: 'made.reports', visible, all: allReports }
    },
    notFound: ({ id }) => reportNotFound(`report ${id} not found`),
    notAllowed: (right) => reportNotAllowed(`you may not ${right} this report`),
    grantsChanged: async (tx, { id }) => {
      await tx.rows(sql`update trial_report set grant_changes = grant_changes + 1 where id = ${id}`)
    },
  }
}

export async function createTables(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx.rows(
      new Script(`create table trial_folder (id uuid primary key);
        create table trial_report (id uuid primary key, folder uuid not null, kind text not null,
          created_by uuid not null, grant_changes int not null default 0)`),
    ),
  )
}

/** Inserts a folder and returns its id. */
export async function aFolder(database: Database): Promise<string> {
  const id = newId()
  await database.transaction((tx) => tx.rows(sql`insert into trial_folder values (${id})`))
  return id
}

/** Inserts a report and returns its id. */
export async function aReport(
  database: Database,
  { folder, kind, by }: { folder: string; kind: string; by: string },
): Promise<string> {
  const id = newId()
  await database.transaction((tx) => tx.rows(sql`insert into trial_report values (${id}, ${folder}, ${kind}, ${by})`))
  return id
}
