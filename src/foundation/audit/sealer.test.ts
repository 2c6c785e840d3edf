import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../db/sql.ts'
import { createMovableClock, systemClock } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { startInterval } from '../kit/time/interval.ts'
import { log, startTrial, type Trial, writeEntry, writeRevision } from './audit.fixture.ts'
import { raiseTurns } from './raise-turns.ts'
import { createSealer } from './sealer.ts'
import { unsealedForS, unsealedRows } from './seals.store.ts'
import { verifyAudit } from './verify.ts'

const clients = 8
const writesOfAClient = 40

/** Writes single rows and pairs of rows into both tables. Every tenth write is a transaction of 30 ms. */
async function write({ database }: Trial, client: number): Promise<number> {
  let rows = 0
  const element = newId()
  for (let turn = 1; turn <= writesOfAClient; turn++) {
    if (turn % 10 === client % 10) {
      await database.transaction(async (tx) => {
        await writeEntry(tx)
        await wait(30)
        await writeRevision(tx, element, turn)
      })
      rows += 2
    } else if (turn % 2 === 0) {
      await writeRevision(database.single, element, turn)
      rows++
    } else {
      await writeEntry(database.single)
      rows++
    }
  }
  return rows
}

describe('the sealer', () => {
  it('seals every row exactly once while eight clients write and two nodes seal', async () => {
    await using trial = await startTrial({ everyMs: 5, maxRows: 50 })
    const second = createSealer({ database: trial.database, clock: systemClock, log, maxRows: 50 })
    const interval = startInterval({ everyMs: 7, run: second.seal, onError: (error) => assert.fail(String(error)) })
    const written = await Promise.all(Array.from({ length: clients }, (_, client) => write(trial, client)))
    await trial.sealAll()
    await interval.stop()
    await second.close()
    // A sealer that finds another one at work leaves the remaining rows to the other one.
    while ((await unsealedRows(trial.database.reader)) > 0) await trial.sealAll()
    const all = written.reduce((sum, rows) => sum + rows, 0)
    const { days, problems } = await verifyAudit(trial.database.reader)
    assert.deepEqual(problems, [])
    assert.equal(
      days.reduce((sum, { rows }) => sum + rows, 0),
      all,
    )
    const { overlaps, seals } = (await trial.database.reader.row<{ overlaps: number; seals: number }>(sql`
      select count(*) filter (where from_turn <> before) ::int as overlaps, count(*)::int as seals
      from (select from_turn, lag(to_turn, 1, 0) over (order by no) as before from audit_seal) s`))!
    assert.equal(overlaps, 0)
    assert.ok(seals > 1)
  })

  it('does not seal past a running transaction, and seals its rows after it has ended', {
    skip: onEmbedded(),
  }, async () => {
    await using trial = await startTrial()
    const { database } = trial
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const long = database.transaction(async (tx) => {
      await writeEntry(tx)
      begun.resolve()
      await over.promise
    })
    await begun.promise
    await writeEntry(database.single)
    await trial.sealer.seal()
    const unsealed = await unsealedRows(database.reader)
    over.resolve()
    await long
    // The sealer could not yet see the row of the long transaction.
    assert.equal(unsealed, 1)
    await trial.sealAll()
    const { days, problems } = await verifyAudit(database.reader)
    assert.deepEqual([days.map(({ rows }) => rows), problems], [[2], []])
  })

  it('writes no seal when there are no new rows', async () => {
    await using trial = await startTrial()
    await trial.sealer.seal()
    await writeEntry(trial.database.single)
    await trial.sealAll()
    await trial.sealer.seal()
    const { seals } = (await trial.database.reader.row<{ seals: number }>(
      sql`select count(*)::int as seals from audit_seal`,
    ))!
    assert.equal(seals, 1)
  })

  it('continues one chain from day to day', async () => {
    const clock = createMovableClock()
    await using trial = await startTrial({ clock })
    for (let day = 0; day < 3; day++) {
      await writeEntry(trial.database.single)
      await trial.sealAll()
      clock.advance(24 * 60 * 60 * 1000)
    }
    const { days, problems } = await verifyAudit(trial.database.reader)
    assert.deepEqual([days.map(({ rows }) => rows), problems], [[1, 1, 1], []])
    const later = await verifyAudit(trial.database.reader, days[1]!.day)
    assert.deepEqual(later.days, days.slice(1))
    assert.deepEqual(later.problems, [])
  })

  it('seals rows from before the audit log first, in one seal', async () => {
    await using trial = await startTrial({ maxRows: 2 })
    const element = newId()
    for (let rev = 1; rev <= 5; rev++) await writeRevision(trial.database.single, element, rev)
    await trial.tamper('update element_history set turn = 0')
    await writeEntry(trial.database.single)
    await trial.sealAll()
    const { days, problems } = await verifyAudit(trial.database.reader)
    assert.deepEqual([days.map(({ seals, rows }) => [seals, rows]), problems], [[[2, 6]], []])
  })

  it('seals all rows of a transaction that wrote more rows than a seal has, and those after it', async () => {
    await using trial = await startTrial({ maxRows: 3 })
    for (let round = 1; round <= 2; round++) {
      const element = newId()
      await trial.database.transaction(async (tx) => {
        for (let rev = 1; rev <= 10; rev++) await writeRevision(tx, element, rev)
      })
      await writeEntry(trial.database.single)
      await trial.sealAll()
      const { days, problems } = await verifyAudit(trial.database.reader)
      assert.deepEqual([days.map(({ seals, rows }) => [seals, rows]), problems], [[[2 * round, 11 * round]], []])
    }
  })

  it('ends when the server stops, however many rows are left, and goes on after the next start', async () => {
    await using trial = await startTrial({ maxRows: 1 })
    for (let entry = 0; entry < 15; entry++) await writeEntry(trial.database.single)
    await trial.untilSealable()
    const sealed = async (): Promise<number> => (await verifyAudit(trial.database.reader)).days[0]!.rows
    const running = trial.sealer.seal()
    await trial.sealer.close()
    await running
    const before = await sealed()
    assert.ok(before >= 10 && before < 15, String(before))
    const next = createSealer({ database: trial.database, clock: systemClock, log, maxRows: 1 })
    await next.seal()
    assert.equal(await sealed(), 15)
  })

  it('is reported when it leaves rows unsealed for more than a minute, also before the first seal', async () => {
    await using trial = await startTrial()
    const { reader, single } = trial.database
    await writeEntry(single)
    assert.ok((await unsealedForS(reader)) < 60)
    assert.deepEqual((await verifyAudit(reader)).problems, [])
    await trial.tamper(`update audit set at = at - interval '5 minutes'`)
    const seconds = await unsealedForS(reader)
    assert.ok(seconds >= 300 && seconds < 3_600, String(seconds))
    const [found, ...others] = (await verifyAudit(reader)).problems
    assert.match(found!.sentence, /^rows have not been sealed for more than \d+ minutes: a transaction/)
    assert.deepEqual(others, [])
    await trial.sealAll()
    assert.equal(await unsealedForS(reader), 0)
    assert.deepEqual((await verifyAudit(reader)).problems, [])
  })

  it('stops with a reason when a seal that it has seen is missing', async () => {
    await using trial = await startTrial()
    await writeEntry(trial.database.single)
    await trial.sealAll()
    await trial.tamper('delete from audit_seal')
    await writeEntry(trial.database.single)
    await trial.sealer.seal()
    const { problems } = await verifyAudit(trial.database.reader, undefined, trial.sealer.problem())
    assert.match(problems[0]!.sentence, /seal 1 of the audit, which this server has seen, is missing/)
    assert.equal(await unsealedRows(trial.database.reader), 2)
  })
})

describe('turns', () => {
  it('continue after the newest one after a restore into a cluster whose transaction numbers begin again', async () => {
    await using trial = await startTrial()
    const { database } = trial
    await writeEntry(database.single)
    await trial.tamper('update audit set turn = 5000000000')
    await raiseTurns(database)
    await writeEntry(database.single)
    const rows = await database.reader.rows<{ turn: string }>(sql`select turn from audit order by turn`)
    assert.equal(rows[0]!.turn, '5000000000')
    assert.ok(BigInt(rows[1]!.turn) > 5_000_000_000n)
    await trial.sealAll()
    assert.deepEqual((await verifyAudit(database.reader)).problems, [])
  })

  it('are not changed when they are correct', async () => {
    await using trial = await startTrial()
    await writeEntry(trial.database.single)
    await raiseTurns(trial.database)
    const row = await trial.database.reader.row<{ addend: string }>(sql`select audit_turn('5'::xid8) - 5 as addend`)
    assert.equal(row!.addend, '0')
  })
})

/**
 * Returns whether the tests run on the embedded database, whose single session runs nothing else during a transaction.
 */
function onEmbedded(): boolean {
  return !process.env.TEST_DATABASE_URL
}
