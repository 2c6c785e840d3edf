// Takes long: it creates many databases.
// Runs on the embedded database only: PostgreSQL has transactions for this.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { embeddedPlace } from '../../../../test/database.ts'
import { sql } from '../sql.ts'
import { openEmbedded } from './embedded.ts'

const { dataDir } = await embeddedPlace()
const database = await openEmbedded(dataDir, () => {})
after(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const copy = join(dataDir, 'db.snapshot')
/** Whether the snapshot has begun to read, so that a folder without a log is one that is being removed. */
let isTaken = false
/** Whether the folder is being copied. The files of the log are copied last. */
const isCopying = (): boolean => {
  if (isTaken) return false
  const log = join(copy, 'pg_wal')
  return existsSync(log) && readdirSync(log, { withFileTypes: true }).every((entry) => entry.isDirectory())
}

await database.single.rows(sql`create table account (id int primary key, balance int not null, filler text)`)
await database.single.rows(sql`create index on account (balance)`)
await database.single.rows(sql`insert into account select n, 100, repeat('x', 500) from generate_series(1, 2000) n`)
await database.single.rows(sql`create table written (id int primary key)`)
// Copying takes long enough for many writes to fit in.
writeFileSync(join(dataDir, 'db', 'ballast'), Buffer.alloc(100_000_000, 1))

/** Moves an amount between two accounts and notes it, until it is told to stop. */
function startWriter() {
  const acknowledged: number[] = []
  let duringCopy = 0
  let isOver = false
  const transfer = (id: number): Promise<unknown> =>
    database.transaction(async (tx) => {
      const [from, to] = [(id * 7) % 2000, (id * 13 + 1) % 2000]
      await tx.rows(sql`update account set balance = balance - 1 where id = ${from + 1}`)
      await tx.rows(sql`update account set balance = balance + 1 where id = ${to + 1}`)
      await tx.rows(sql`insert into written values (${id})`)
    })
  const work = (async () => {
    for (let id = 1; !isOver; id++) {
      const startedInCopy = isCopying()
      await transfer(id)
      if (id % 20 === 0) {
        await database.single.rows(sql`create table scratch as select * from account limit 300`)
        await database.single.rows(sql`drop table scratch`)
      }
      if (id % 25 === 0) await database.outsideTransaction(sql`vacuum account`)
      if (startedInCopy && isCopying()) duringCopy++
      acknowledged.push(id)
    }
  })()
  const stop = async (): Promise<void> => {
    isOver = true
    await work
  }
  return { acknowledged, duringCopy: () => duringCopy, stop }
}

it('transactions are committed while the folder is copied, and the snapshot shows one moment', async () => {
  const writer = startWriter()
  for (let round = 1; round <= 2; round++) {
    while (writer.acknowledged.length < round * 30) await database.reader.rows(sql`select 1`)
    const before = writer.acknowledged.length
    const writtenBefore = writer.duringCopy()
    isTaken = false
    const seen = await database.snapshot(async (snapshot) => {
      isTaken = true
      const written = await snapshot.rows<{ id: number }>(sql`select id from written order by id`)
      const sum = await snapshot.row<{ sum: string; rows: string; minimum: number }>(
        sql`select sum(balance) as sum, count(*) as rows, min(length(filler)) as minimum from account`,
      )
      const balances = await snapshot.rows<{ balance: number }>(sql`select balance from account order by id`)
      await snapshot.rows(sql`set local enable_seqscan = off`)
      const byIndex = await snapshot.rows<{ balance: number }>(
        sql`select balance from account where id > 0 order by id`,
      )
      return { written: written.map(({ id }) => id), sum, balances, byIndex }
    })
    assert.ok(writer.duringCopy() > writtenBefore, 'no transaction was committed while the folder was copied')
    assert.ok(seen.written.length >= before, `${before - seen.written.length} acknowledged transactions are missing`)
    assert.deepEqual(
      seen.written,
      seen.written.map((_, at) => at + 1),
    )
    assert.deepEqual(seen.sum, { sum: '200000', rows: '2000', minimum: 500 })
    assert.deepEqual(seen.byIndex, seen.balances)
  }
  await writer.stop()
  assert.equal(existsSync(copy), false)
})

it('a checkpoint while the folder is copied fails the snapshot instead of leaving a gap in the log', async () => {
  isTaken = false
  const disturb = (async () => {
    while (!isCopying()) await database.reader.rows(sql`select 1`)
    await database.single.rows(sql`insert into written values (0)`)
    await database.outsideTransaction(sql`checkpoint`)
  })()
  await assert.rejects(
    database.snapshot(async () => {}),
    /restarted while it was copied/,
  )
  await disturb
  assert.equal(await database.snapshot(async () => 'again'), 'again')
})
