import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from './sql.ts'

it('reads one moment in batches while others go on writing', async () => {
  await using database = await openTestDatabase()
  await database.single.rows(sql`create table noted (no int primary key, text text)`)
  await database.single.rows(sql`insert into noted select n, repeat('x', 2000) from generate_series(1, 3000) n`)
  const seen = await database.snapshot(async (snapshot) => {
    const numbers: number[] = []
    let batches = 0
    await snapshot.rows(sql`select count(*) from noted`)
    for await (const batch of snapshot.batches<{ no: number }>(sql`select no, text from noted where no > ${0}`)) {
      batches++
      numbers.push(...batch.map(({ no }) => no))
      await database.single.rows(sql`insert into noted values (${3000 + batches}, 'later')`)
    }
    assert.ok(batches > 3, `${batches} batches`)
    return numbers
  })
  assert.equal(new Set(seen).size, 3000)
  const now = await database.reader.row<{ count: string }>(sql`select count(*) from noted`)
  assert.ok(Number(now!.count) > 3000)
  await database.single.rows(sql`drop table noted`)
})

it('throws what its work throws, and can be taken again', async () => {
  await using database = await openTestDatabase()
  const failing = database.snapshot(async (snapshot) => snapshot.rows(sql`select 1 / 0`))
  await assert.rejects(failing, /division by zero/)
  await assert.rejects(
    database.snapshot(async (snapshot) => snapshot.rows(sql`create table written (a int)`)),
    /accepts no changes/,
  )
  const one = await database.snapshot(async (snapshot) => snapshot.row<{ one: number }>(sql`select 1 as one`))
  assert.deepEqual(one, { one: 1 })
})
