import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from './sql.ts'
import { alone, rehearse, within } from './unit-of-work.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const tableExists = async (): Promise<boolean> =>
  (await database.reader.rows(sql`select from pg_class where relname = 'rehearsed'`)).length > 0

describe('a rehearsal', () => {
  it('returns its result and undoes what it did, alone and inside a transaction', async () => {
    const work = async (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => {
      await tx.rows(sql`create table rehearsed (n int)`)
      return tx.row(sql`select count(*)::int as n from rehearsed`)
    }
    assert.deepEqual(await rehearse(alone(database), work), { n: 0 })
    assert.equal(await tableExists(), false)
    await database.transaction(async (tx) => {
      assert.deepEqual(await rehearse(within(tx), work), { n: 0 })
      assert.deepEqual(await tx.rows(sql`select to_regclass('rehearsed') as name`), [{ name: null }])
    })
  })

  it('throws what it throws, and the transaction around it can continue', async () => {
    await database.transaction(async (tx) => {
      await assert.rejects(
        rehearse(within(tx), (inner) => inner.rows(sql`select nothing from nowhere`)),
        /"nowhere" does not exist/,
      )
      assert.deepEqual(await tx.rows(sql`select 1 as one`), [{ one: 1 }])
    })
  })
})

describe('a read-only statement', () => {
  it('reads, and cannot write', async () => {
    const options = { timeoutMs: 5_000 }
    assert.deepEqual(await database.readOnly(sql`select ${3}::int as n`, options), [{ n: 3 }])
    await assert.rejects(database.readOnly(sql`create table rehearsed (n int)`, options), {
      code: 'database.read_only',
    })
    assert.equal(await tableExists(), false)
  })

  it('is refused inside a transaction of the same database', async () => {
    await database.transaction(async () => {
      await assert.rejects(database.readOnly(sql`select 1`, { timeoutMs: 5_000 }), /through its own tx/)
    })
  })
})
