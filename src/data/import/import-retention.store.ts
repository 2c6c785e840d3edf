import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import {
  type DueUnit,
  type ExportLine,
  positionOf,
  type RetentionKind,
  type RetentionRule,
} from '../../foundation/retention/index.ts'

/** One import may have a million rows, so each import has an export of its own. */
const maxImports = 1
const rowsAtOnce = 1000
const deletedAtOnce = 5000

const isDue = ({ days }: RetentionRule, now: Date) =>
  sql`i.state in ('done', 'error', 'undone') and i.finished_at < ${now}::timestamptz - make_interval(days => ${days})`

async function* lines(reader: Reader, imports: readonly string[]): AsyncGenerator<ExportLine> {
  for (const unit of imports) {
    const head = await reader.row<{ app: string; text: string }>(sql`
      select i.app::text, json_build_object('type', 'import', 'import', to_json(i))::text as text
      from import i where i.id = ${unit}`)
    if (head === undefined) continue
    yield { unit, text: head.text, row: unit }
    for (let after = -1; ; ) {
      const rows: { no: number; text: string }[] = await reader.rows(sql`
        select r.row_no as no, json_build_object('type', 'importRow', 'row', to_json(r))::text as text
        from import_row r where r.app = ${head.app} and r.import = ${unit} and r.row_no > ${after}
        order by r.row_no limit ${rowsAtOnce}`)
      for (const { text } of rows) yield { unit, text }
      if (rows.length < rowsAtOnce) break
      after = rows.at(-1)!.no
    }
  }
}

/** Returns the retention of imports with the results of their rows. `days` of 0 keeps imports for ever. */
export function createImportRetention(days: number): RetentionKind {
  return {
    kind: 'imports',
    rules: async () => (days === 0 ? [] : [{ process: null, days, from: 'installation' }]),
    async count(reader, rule, now) {
      const row = await reader.row<{ count: number }>(sql`
        select count(*)::int as count from import i where ${isDue(rule, now)}`)
      return row!.count
    },
    next: (reader, rule, { now, after }) =>
      reader.rows<DueUnit>(sql`
        select i.id::text, i.created_at::text as at from import i
        where ${isDue(rule, now)} and (i.created_at, i.id) > ${positionOf(after)}
        order by i.created_at, i.id limit ${maxImports}`),
    lines,
    // Returns the ids of the imports that have written elements under a legal hold.
    async held(reader, imports) {
      const rows = await reader.rows<{ id: string }>(sql`
        with held as (
          select h.app, h.element from legal_hold h where h.lifted_at is null and h.element is not null
          union
          select r.app, r.element from legal_hold h join registration r on r.case_id = h.case_id
          where h.lifted_at is null and r.element is not null
        )
        select i.id::text from import i where i.id = any (${imports}::uuid[]) and exists (
          select from held h join import_row r on r.app = i.app and r.import = i.id and r.element = h.element
            and r.result in ('created', 'updated') where h.app = i.app)`)
      return rows.map(({ id }) => id)
    },
    async remove(tx, imports, digests) {
      const present = await tx.rows<{ id: string; app: string; digest: string }>(sql`
        select i.id::text, i.app::text, md5(json_build_object('type', 'import', 'import', to_json(i))::text) as digest
        from import i where i.id = any (${imports}::uuid[]) for update`)
      if (present.length !== digests.size || present.some(({ id, digest }) => digests.get(id) !== digest))
        return undefined
      for (const { app, id } of present) await tx.rows(sql`delete from import where app = ${app} and id = ${id}`)
      return present.flatMap(({ app, id }) => [app, id])
    },
    async clear(tx, [app = '', id = '']) {
      const rows = await tx.rows(sql`
        delete from import_row where app = ${app} and import = ${id} and row_no in (
          select r.row_no from import_row r where r.app = ${app} and r.import = ${id} order by r.row_no limit ${deletedAtOnce})
        returning 1`)
      return rows.length === 0
    },
  }
}
