import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { PlatformError } from '../kit/errors.ts'
import type { Tx } from './database.ts'
import { isUniqueViolation } from './failures.ts'
import { Bound, id, Script, sql } from './sql.ts'

// Tests of what both kinds of database guarantee. They run on the kind that TEST_DATABASE_URL selects; postgres.test.ts
// reports when that is not PostgreSQL.

const database = await openTestDatabase()
after(() => database.close())
beforeEach(() =>
  database.single.rows(new Script('drop table if exists item; create table item (id int primary key, name text)')),
)

const count = sql`select count(*)::int as n from item`

function signal(): { promise: Promise<void>; resolve: () => void } {
  return Promise.withResolvers<void>()
}

describe('statements', () => {
  it('values are bound, whatever they contain', async () => {
    const hostile = `'; drop table migration; -- $1 \\ "%" é 😀`
    const same = new Bound(hostile)
    const row = await database.reader.row(sql`select ${hostile}::text as a, ${same}::text as b, ${same}::text as c`)
    assert.deepEqual(row, { a: hostile, b: hostile, c: hostile })
    assert.deepEqual(await database.reader.row(sql`select 1 as ${id('a"b')}`), { 'a"b': 1 })
    assert.ok(await database.reader.row(sql`select from migration limit 1`))
  })

  it('times, dates, long numbers and JSON are returned as text, other values as JavaScript values', async () => {
    const row = await database.reader.row(sql`
      select '2026-05-01 10:00:00.123456+03'::timestamptz as time, date '2026-05-01' as date, 12.340::numeric as money,
        9007199254740993::bigint as big, '{"a": 1}'::jsonb as json, array[1::bigint] as bigs, 7 as int, true as yes,
        null::text as nothing, ${{ b: [1] }}::jsonb as given, ${['x', 'y']}::text[] as texts`)
    assert.deepEqual(row, {
      time: '2026-05-01 07:00:00.123456+00',
      date: '2026-05-01',
      money: '12.340',
      big: '9007199254740993',
      json: '{"a": 1}',
      bigs: ['1'],
      int: 7,
      yes: true,
      nothing: null,
      given: '{"b": [1]}',
      texts: ['x', 'y'],
    })
  })

  it('one failed statement among many does not affect the others', async () => {
    const divide = (by: number) => database.single.row<{ n: number }>(sql`select 12 / ${by}::int as n`)
    const outcomes = await Promise.allSettled([1, 2, 0, 3, 0, 4].map(divide))
    const seen = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.n : outcome.reason.code))
    assert.deepEqual(seen, [12, 6, '22012', 4, '22012', 3])
  })

  it('the stack of a failed statement leads through the code that sent it, not to the socket of the driver', async () => {
    const error = await database.reader.rows(sql`select no_such_column`).catch((thrown: unknown) => thrown)
    assert.match(String((error as Error).stack), /session\.ts/)
    assert.doesNotMatch(String((error as Error).stack), /onStreamRead/)
  })

  it('a value that cannot be converted does not break the prepared statement', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    let runs = 0
    await database.transaction(async (tx) => {
      runs++
      const ask = (value: unknown) => tx.row(sql`select ${value}::jsonb as v`)
      for (let time = 0; time < 3; time++) await ask({ time })
      await assert.rejects(ask(circular), /circular/)
      assert.deepEqual(await ask({ a: 1 }), { v: '{"a": 1}' })
    })
    assert.equal(runs, 1)
  })

  it('a prepared statement still works after its table has changed', async () => {
    const ask = () => database.single.rows(sql`select * from item`)
    for (let time = 0; time < 10; time++) await ask()
    await database.single.rows(sql`alter table item add column more int`)
    await database.single.rows(sql`insert into item values (1, 'a', 2)`)
    for (let time = 0; time < 10; time++) assert.deepEqual(await ask(), [{ id: 1, name: 'a', more: 2 }])
    await database.single.rows(sql`alter table item drop column more`)
    const inside = await database.transaction((tx) => tx.rows(sql`select * from item`))
    assert.deepEqual(inside, [{ id: 1, name: 'a' }])
  })

  it('a script that fails between its BEGIN and COMMIT leaves nothing behind', async () => {
    const script = new Script(`begin; insert into item values (1, 'a'); select 1/0; commit`)
    await assert.rejects(database.single.rows(script), /division by zero/)
    await assert.rejects(database.single.rows(new Script('begin; select 1')), /leaves a transaction open/)
    assert.deepEqual(await database.single.row(count), { n: 0 })
    assert.deepEqual(await database.single.rows(new Script('select 1 as a; select 2 as b')), [{ b: 2 }])
    assert.deepEqual(await database.single.rows(new Script('select $1::int as c', [3])), [{ c: 3 }])
  })

  it('VACUUM runs outside a transaction', async () => {
    await database.outsideTransaction(sql`vacuum migration`)
  })

  it('a unique violation is recognised by its constraint', async () => {
    const insert = () => database.single.rows(sql`insert into item values (1, 'a')`)
    await insert()
    await assert.rejects(
      insert(),
      (error) => isUniqueViolation(error, 'item_pkey') && !isUniqueViolation(error, 'other'),
    )
  })

  it('an open database is ready', async () => {
    assert.equal(await database.isReady(), true)
  })
})

describe('transactions', () => {
  it('commit when the work resolves and roll back when it throws', async () => {
    const answer = await database.transaction(async (tx) => {
      await tx.rows(sql`insert into item values (1, 'kept')`)
      return 'done'
    })
    assert.equal(answer, 'done')
    const failing = database.transaction(async (tx) => {
      await tx.rows(sql`insert into item values (2, 'lost')`)
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    assert.deepEqual(await database.reader.rows(sql`select name from item`), [{ name: 'kept' }])
  })

  it('a statement sent while a transaction is open is not part of it', async () => {
    const opened = signal()
    const mayEnd = signal()
    const rolledBack = database.transaction(async (tx) => {
      await tx.rows(sql`insert into item values (1, 'inside')`)
      opened.resolve()
      await mayEnd.promise
      throw new Error('back')
    })
    await opened.promise
    const outside = database.single.rows(sql`insert into item values (2, 'outside')`)
    const other = database.transaction((tx) => tx.rows(sql`insert into item values (3, 'other')`))
    mayEnd.resolve()
    await assert.rejects(rolledBack, /back/)
    await Promise.all([outside, other])
    assert.deepEqual(await database.reader.rows(sql`select id from item order by id`), [{ id: 2 }, { id: 3 }])
  })

  it('a statement outside the transaction that its caller is in is refused instead of waiting forever', async () => {
    const inside = sql`select 1`
    await assert.rejects(
      database.transaction(() => database.reader.rows(inside)),
      /through its own tx/,
    )
    await assert.rejects(
      database.transaction(() => database.transaction((tx) => tx.rows(inside))),
      /through its own tx/,
    )
    assert.equal((await database.reader.rows(inside)).length, 1)
  })

  it('an ignored error does not look like a commit', async () => {
    const work = database.transaction(async (tx) => {
      await tx.rows(sql`insert into item values (1, 'a')`)
      await tx.rows(sql`select 1/0`).catch(() => {})
    })
    await assert.rejects(work, /nothing was committed/)
    assert.deepEqual(await database.reader.row(count), { n: 0 })
  })

  it('concurrent statements inside a transaction all belong to it', async () => {
    await database.transaction((tx) => Promise.all([1, 2, 3].map((n) => tx.rows(sql`insert into item values (${n})`))))
    const failing = database.transaction((tx) =>
      Promise.all([4, 1, 5].map((n) => tx.rows(sql`insert into item values (${n})`))),
    )
    await assert.rejects(failing)
    assert.deepEqual(await database.reader.row(count), { n: 3 })
  })

  it('a transaction that has ended refuses statements', async () => {
    const kept = await database.transaction(async (tx): Promise<Tx> => tx)
    await assert.rejects(kept.rows(sql`select 1`), /is over/)
  })

  it('a transaction that was rolled back because of concurrent ones is retried up to three times', async () => {
    let attempts = 0
    const conflict = new Script(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`)
    const work = (failures: number) => async (tx: Tx) => {
      if (++attempts <= failures) await tx.rows(conflict)
      return attempts
    }
    assert.equal(await database.transaction(work(3)), 4)
    attempts = 0
    await assert.rejects(database.transaction(work(9)), { code: 'database.busy', status: 503 })
    assert.equal(attempts, 4)
  })

  it('work that fails before its first statement leaves no transaction open', async () => {
    const early = database.transaction(() => {
      throw new Error('early')
    })
    await assert.rejects(early, /early/)
    const { now, open } = (await database.single.row<{ now: string; open: string }>(
      sql`select clock_timestamp()::text as now, transaction_timestamp()::text as open`,
    ))!
    await database.single.rows(sql`select pg_sleep(0.01)`)
    const later = await database.single.row<{ open: string }>(sql`select transaction_timestamp()::text as open`)
    assert.ok(now >= open && later!.open > now, 'the next statements ran inside the transaction')
  })

  it('an error of the work itself is passed on unchanged', async () => {
    const missingFile = Object.assign(new Error('no such file'), { code: 'ENOENT' })
    const work = database.transaction(async () => {
      throw missingFile
    })
    await assert.rejects(work, (error) => error === missingFile && !(error instanceof PlatformError))
  })

  it('many concurrent transactions and statements all succeed', async () => {
    const one = (n: number): Promise<unknown> =>
      n % 2 === 0
        ? database.single.rows(sql`insert into item values (${n})`)
        : database.transaction(async (tx) => {
            await tx.rows(sql`select from item`)
            await tx.rows(sql`insert into item values (${n})`)
          })
    await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)))
    assert.deepEqual(await database.reader.row(count), { n: 60 })
  })
})
