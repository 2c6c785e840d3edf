import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../db/sql.ts'
import { readTurns } from './turns.store.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const things = sql`(values ('a', 1::bigint), ('b', 2), ('a', 3), ('b', 4), ('a', 5), ('c', 6)) as thing (id, turn)`

/** Returns the first turn that was read from turn `from` to 6, and the last changes of the objects. */
async function read(from: bigint, limit?: number): Promise<[bigint, [string, bigint][]]> {
  const tables = {
    tables: [things],
    changes: (inRange: (turn: typeof things) => typeof things) =>
      sql`select id, turn from ${things} where ${inRange(sql`turn`)}`,
  }
  const page = await readTurns(database.reader, { from, until: 6n }, tables, limit)
  return [page.from, [...page.turns].sort()]
}

const lastTwo: [string, bigint][] = [
  ['a', 5n],
  ['b', 4n],
]

describe('the changes in a range of turns', () => {
  it('are the last change of each object', async () => {
    assert.deepEqual(await read(1n), [1n, lastTwo])
    assert.deepEqual(await read(4n), [4n, lastTwo])
    assert.deepEqual(await read(5n), [5n, [['a', 5n]]])
    assert.deepEqual(await read(6n), [6n, []])
  })

  it('begin later when there are more than the maximum', async () => {
    assert.deepEqual(await read(1n, 2), [4n, lastTwo])
    assert.deepEqual(await read(4n, 2), [4n, lastTwo])
    assert.deepEqual(await read(1n, 0), [6n, []])
  })
})
