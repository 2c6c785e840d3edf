// Runs on the embedded database only: it is about the embedded database.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, describe, it, mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedPlace } from '../../../../test/database.ts'
import { PlatformError } from '../../kit/errors.ts'
import { whileSomebodyWaits } from '../../kit/somebody-waits.ts'
import { join, type Sql, sql } from '../sql.ts'
import { openEmbedded } from './embedded.ts'

const { dataDir } = await embeddedPlace()
const logged: string[] = []
const database = await openEmbedded(dataDir, (_level, message) => void logged.push(message))
await database.single.rows(sql`create table numbered as select g as id, 'name ' || g as name
  from generate_series(1, 20000) g`)
after(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const withoutEnd: Readonly<Record<string, Sql>> = {
  'a recursion without a bound': sql`with recursive r as (select 1 as n union all select 1 from r) select max(n) from r`,
  'a product of tables': sql`select count(*) from numbered a, numbered b, numbered c`,
  'a function that returns rows': sql`select count(*) from generate_series(1, 2000000000) g`,
  'a comparison of texts': sql`select count(*) from numbered a join numbered b on a.name like '%' || b.name || '%'`,
  'texts of many megabytes': sql`select sum(length(lpad(name, 50000000))) from numbered`,
}

const isTooSlow =
  (message: RegExp) =>
  (error: unknown): boolean =>
    error instanceof PlatformError && error.code === 'query.too_slow' && message.test(error.message)

describe('a statement of a report on the embedded database', () => {
  for (const [what, statement] of Object.entries(withoutEnd)) {
    it(`is cancelled after its timeout without a restart of the server: ${what}`, async () => {
      await assert.rejects(database.readOnly(statement, { timeoutMs: 300 }), isTooSlow(/takes the database too long/))
      assert.deepEqual(await database.reader.rows(sql`select 1 as one`), [{ one: 1 }])
      assert.deepEqual(logged, [])
    })
  }

  it('is cancelled when other requests wait for it, long before its timeout', async () => {
    const slow = database.readOnly(withoutEnd['a recursion without a bound']!, { timeoutMs: 3_600_000 })
    const others = whileSomebodyWaits(() =>
      Promise.all([
        database.reader.rows(sql`select 1 as one`),
        database.single.rows(sql`create table written (id int)`),
        database.transaction((tx) => tx.rows(sql`select 2 as two`)),
      ]),
    )
    await assert.rejects(slow, isTooSlow(/others had to wait/))
    assert.deepEqual((await others)[0], [{ one: 1 }])
    assert.deepEqual(logged, [])
  })

  it('is cancelled after other requests have waited for a second', async () => {
    const begunMs = Math.ceil(performance.now())
    let passedMs = 0
    const now = mock.method(performance, 'now', () => begunMs + passedMs)
    let isOver = false
    /** Resolves when the clock has been read so often that the timer of the statement was among its readers. */
    const seen = async (): Promise<void> => {
      const before = now.mock.callCount()
      while (!isOver && now.mock.callCount() < before + 20) await wait(20)
    }
    try {
      const slow = database.readOnly(withoutEnd['a recursion without a bound']!, { timeoutMs: 2_000 })
      const ended = assert.rejects(slow, isTooSlow(/others had to wait/)).finally(() => {
        isOver = true
      })
      const other = whileSomebodyWaits(() => database.reader.rows(sql`select 1 as one`))
      await seen()
      passedMs = 1_000
      await seen()
      // Ends the statement by its timeout when nothing else has cancelled it.
      passedMs = 2_000
      await ended
      assert.deepEqual(await other, [{ one: 1 }])
    } finally {
      now.mock.restore()
    }
  })

  it('is not cancelled because another report or background work waits', async () => {
    const statement = sql`select count(*)::int as n from numbered a, numbered b where a.id <= 150`
    const counted = () => whileSomebodyWaits(() => database.readOnly(statement, { timeoutMs: 600_000 }))
    const [one, two, other] = await Promise.all([counted(), counted(), database.reader.rows(sql`select 1 as one`)])
    assert.deepEqual([one, two, other], [[{ n: 3_000_000 }], [{ n: 3_000_000 }], [{ one: 1 }]])
  })

  it('is stopped by a restart of the server when it cannot be cancelled', async () => {
    // Each number takes about a second without reading the clock or writing a file.
    const numbers = Array.from({ length: 200 }, (_, index) => sql`factorial(${32_000 - index}::bigint)`)
    const stuck = sql`select (${join(numbers, sql` + `)})::text as digits`
    await assert.rejects(database.readOnly(stuck, { timeoutMs: 0 }), isTooSlow(/too long/))
    assert.deepEqual(await database.reader.rows(sql`select 1 as one`), [{ one: 1 }])
    assert.match(logged.splice(0).join(), /started again/)
  })

  it('leaves no cancellation behind for the statements after it', async () => {
    for (let time = 0; time < 40; time++) {
      const size = 2 ** (time % 20)
      const counted = database.readOnly(sql`select count(*) from generate_series(1, ${size}::int) g`, { timeoutMs: 0 })
      await counted.catch((error: unknown) => assert.ok(isTooSlow(/too long/)(error), String(error)))
      assert.deepEqual(await database.transaction((tx) => tx.rows(sql`select 1 as one`)), [{ one: 1 }])
    }
    assert.deepEqual(logged, [])
  })

  it('does not contain a statement that was sent before it', async () => {
    for (let n = 0; n < 20; n++) {
      const write = database.single.rows(sql`update numbered set name = name where id = ${n + 1} returning id`)
      const read = database.readOnly(sql`select ${n}::int as n`, { timeoutMs: 10_000 })
      assert.deepEqual(await Promise.all([write, read]), [[{ id: n + 1 }], [{ n }]])
    }
  })

  it('returns what the same statement returns elsewhere', async () => {
    const statement = sql`select id % 7 as k, count(*)::int as n, max(name) as name from numbered group by 1 order by 1`
    assert.deepEqual(await database.readOnly(statement, { timeoutMs: 600_000 }), await database.reader.rows(statement))
  })
})
