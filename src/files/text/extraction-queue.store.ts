import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Extraction } from './extraction.ts'

/** Bytes whose text is to be extracted, and the number of this attempt. */
export interface WaitingText {
  /** The SHA-256 in lower-case hex. */
  readonly sha256: string
  /** The size in bytes. */
  readonly size: number
  readonly tries: number
}

const maxTries = 2
/** The number of candidates per user, because other nodes may be taking the first ones at the same time. */
const firstOfEach = 4

/**
 * Takes a lease of `leaseMs` on the next waiting extraction; undefined when nothing is waiting. Users take turns; each
 * user's oldest extraction comes first. An extraction that was started twice without a result is marked as failed,
 * since the file may have crashed the process. Times come from the database, which all nodes share.
 */
export async function claimNext(tx: Tx, leaseMs: number): Promise<WaitingText | undefined> {
  await tx.rows(sql`
    update blob_text set state = 'failed', reason = 'its extraction process ended twice without a result', taken_until = null
    where state = 'waiting' and tries >= ${maxTries} and taken_until < platform_now()`)
  const isFree = sql`b.state = 'waiting' and (b.taken_until is null or b.taken_until < platform_now()) and b.tries < ${maxTries}`
  const row = await tx.row<{ sha256: string; size: string; tries: number }>(sql`
    with recursive owners (owner) as (
      (select owner from blob_text where state = 'waiting' order by owner limit 1)
      union all
      select (select b.owner from blob_text b where b.state = 'waiting' and b.owner > o.owner order by b.owner limit 1)
      from owners o where o.owner is not null
    ), first as (
      select f.sha256, t.taken_at from owners o left join text_turn t on t.owner = o.owner cross join lateral (
        select b.sha256 from blob_text b where b.owner = o.owner and ${isFree} order by b.waiting_since limit ${firstOfEach}) f
    ), taken as (
      update blob_text t set tries = tries + 1, taken_until = platform_now() + ${leaseMs} * interval '1 ms'
      where sha256 = (
        select b.sha256 from blob_text b join first f on f.sha256 = b.sha256
        where ${isFree}
        order by f.taken_at nulls first, b.waiting_since limit 1 for update of b skip locked)
      returning sha256, owner, tries
    ), turn as (
      insert into text_turn (owner, taken_at) select owner, platform_now() from taken
      on conflict (owner) do update set taken_at = excluded.taken_at
    )
    select encode(t.sha256, 'hex') as sha256, b.size, t.tries from taken t join blob b on b.sha256 = t.sha256`)
  return row && { ...row, size: Number(row.size) }
}

/**
 * Stores the result of an extraction, unless another node has taken the extraction in the meantime. After a failure
 * that may not happen again, the extraction waits for its second attempt.
 */
export async function storeExtraction(tx: Tx, { sha256, tries }: WaitingText, found: Extraction): Promise<void> {
  const again = found.state === 'failed' && found.mayWorkAgain === true && tries < maxTries
  const reason = found.state === 'failed' ? found.reason.slice(0, 1000).replaceAll('\0', ' ').toWellFormed() : null
  const { words, excerpt } = found.state === 'done' ? found : { words: null, excerpt: null }
  await tx.rows(sql`
    update blob_text set state = ${again ? 'waiting' : found.state}, words = to_tsvector('file_words', ${words}::text),
      excerpt = ${excerpt}, reason = ${reason}, waiting_since = platform_now(), taken_until = null, extracted_at = platform_now()
    where sha256 = decode(${sha256}, 'hex') and state = 'waiting' and tries = ${tries}`)
}

/**
 * Returns an extraction to the end of its user's queue without counting the attempt, when the failure was probably not
 * caused by the file.
 */
export async function release(tx: Tx, { sha256, tries }: WaitingText): Promise<void> {
  await tx.rows(sql`
    update blob_text set tries = tries - 1, taken_until = null, waiting_since = platform_now()
    where sha256 = decode(${sha256}, 'hex') and state = 'waiting' and tries = ${tries}`)
}
