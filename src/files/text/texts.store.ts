import type { Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Extraction } from './extract.ts'

/** Bytes whose text is to be taken out, and the number of this attempt. */
export interface WaitingText {
  /** Lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly tries: number
}

const maxTries = 2

/**
 * Takes what waits longest for this node, for so long; undefined when nothing does. What was begun twice without an end
 * has failed: its process may have died of it. Times are those of the database, which all nodes share.
 */
export async function takeWaiting(tx: Tx, leaseMs: number): Promise<WaitingText | undefined> {
  await tx.rows(sql`
    update blob_text set state = 'failed', reason = 'whoever read it died twice', taken_until = null
    where state = 'waiting' and tries >= ${maxTries} and taken_until < now()`)
  const row = await tx.row<{ sha256: string; size: string; tries: number }>(sql`
    update blob_text t set tries = tries + 1, taken_until = now() + ${leaseMs} * interval '1 ms'
    where sha256 = (
      select sha256 from blob_text
      where state = 'waiting' and (taken_until is null or taken_until < now()) and tries < ${maxTries}
      order by waiting_since limit 1 for update skip locked)
    returning encode(sha256, 'hex') as sha256, (select size from blob b where b.sha256 = t.sha256) as size, tries`)
  return row && { ...row, size: Number(row.size) }
}

/** Keeps what became of it, unless another node has taken it in the meantime. */
export async function storeExtraction(tx: Tx, { sha256, tries }: WaitingText, found: Extraction): Promise<void> {
  const again = found.state === 'failed' && found.mayWorkAgain === true && tries < maxTries
  const reason = found.state === 'failed' ? found.reason.slice(0, 1000).replaceAll('\0', ' ').toWellFormed() : null
  const { words, excerpt } = found.state === 'done' ? found : { words: null, excerpt: null }
  await tx.rows(sql`
    update blob_text set state = ${again ? 'waiting' : found.state}, words = to_tsvector('file_words', ${words}::text),
      excerpt = ${excerpt}, reason = ${reason}, waiting_since = now(), taken_until = null, extracted_at = now()
    where sha256 = decode(${sha256}, 'hex') and state = 'waiting' and tries = ${tries}`)
}

/** As if it had not been taken: it was not the fault of the file. */
export async function giveBack(tx: Tx, { sha256, tries }: WaitingText): Promise<void> {
  await tx.rows(sql`
    update blob_text set tries = tries - 1, taken_until = null
    where sha256 = decode(${sha256}, 'hex') and state = 'waiting' and tries = ${tries}`)
}
