import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import {
  type DueUnit,
  type ExportLine,
  positionOf,
  type RetentionKind,
  type RetentionRule,
} from '../../../foundation/retention/index.ts'
import { batchItemLine, batchLine, isBatch } from '../batches/batches.store.ts'

const maxBatches = 20
const itemsAtOnce = 1000
const deletedAtOnce = 5000

const isDue = ({ days }: RetentionRule, now: Date) =>
  sql`${isBatch} and b.ended_at < ${now}::timestamptz - make_interval(days => ${days})`

async function* lines(reader: Reader, batches: readonly string[]): AsyncGenerator<ExportLine> {
  for (const batch of batches) {
    const head = await reader.row<{ text: string }>(sql`
      select ${batchLine} as text from job b where b.id = ${batch}`)
    if (head === undefined) continue
    yield { unit: batch, text: head.text, row: batch }
    for (let after = 0; ; ) {
      const rows: { position: number; text: string }[] = await reader.rows(sql`
        select i.position, ${batchItemLine} as text
        from job_item i where i.job = ${batch} and i.position > ${after} order by i.position limit ${itemsAtOnce}`)
      for (const { text } of rows) yield { unit: batch, text }
      if (rows.length < itemsAtOnce) break
      after = rows.at(-1)!.position
    }
  }
}

/** Returns the retention of batches of process instances. `days` of 0 keeps batches for ever. */
export function createBatchRetention(days: number): RetentionKind {
  return {
    kind: 'batches',
    rules: async () => (days === 0 ? [] : [{ process: null, days, from: 'installation' }]),
    async count(reader, rule, now) {
      const row = await reader.row<{ count: number }>(sql`
        select count(*)::int as count from job b where ${isDue(rule, now)}`)
      return row!.count
    },
    next: (reader, rule, { now, after }) =>
      reader.rows<DueUnit>(sql`
        select b.id::text, b.created_at::text as at from job b
        where ${isDue(rule, now)} and (b.created_at, b.id) > ${positionOf(after)}
        order by b.created_at, b.id limit ${maxBatches}`),
    lines,
    // Returns the batches on instances that run for elements under a legal hold.
    async held(reader, batches) {
      const rows = await reader.rows<{ batch: string }>(sql`
        select distinct b.job::text as batch from job_item b join process_instance i on i.id = b.subject
        where b.job = any (${batches}::uuid[]) and exists (select from legal_hold where lifted_at is null)
          and is_held_element(i.item_app, i.item)`)
      return rows.map(({ batch }) => batch)
    },
    async remove(tx: Tx, batches, digests) {
      const present = await tx.rows<{ id: string; digest: string }>(sql`
        select b.id::text, md5(${batchLine}) as digest
        from job b where b.id = any (${batches}::uuid[]) for update`)
      if (present.length !== digests.size || present.some(({ id, digest }) => digests.get(id) !== digest))
        return undefined
      await tx.rows(sql`delete from job where id = any (${batches}::uuid[])`)
      return batches
    },
    async clear(tx, batches) {
      const rows = await tx.rows(sql`
        delete from job_item i using (
          select o.job, o.position from job_item o where o.job = any (${batches}::uuid[]) limit ${deletedAtOnce}) o
        where i.job = o.job and i.position = o.position returning 1`)
      return rows.length === 0
    },
  }
}
