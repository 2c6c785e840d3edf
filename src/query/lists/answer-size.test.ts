import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { deals, insertRows, setting } from '../source.fixture.ts'
import { readListRequest } from './list-request.ts'
import { createLists } from './lists.ts'

let database: TestDatabase

before(async () => {
  database = await openTestDatabase()
  const title = 'x'.repeat(1024 * 1024)
  await insertRows(
    database.single,
    Array.from({ length: 70 }, (_, n) => ({ index: n + 1, body: { title, amount: n } })),
  )
})
after(() => database.close())

const list = (body: object) => createLists(database.reader).page(readListRequest(body), deals, setting)

test('an answer of more than 64 MiB is refused with advice, and a slightly smaller one is returned', async () => {
  await assert.rejects(list({ size: 70 }), (error) => {
    assert.ok(error instanceof PlatformError)
    assert.deepEqual([error.status, error.code], [400, 'query.too_large'])
    assert.match(error.message, /^70 such rows make more than 64 MiB of JSON; request less at a time$/)
    return true
  })
  const { items, total } = await list({ size: 60 })
  assert.deepEqual([JSON.parse(items.text).length, total], [60, 70])
})

test('values that are not returned do not count', async () => {
  const { items } = await list({ size: 70, fields: { amount: true }, sortExpressions: [{ field: 'amount' }] })
  const amounts = JSON.parse(items.text).map(({ amount }: { amount: number }) => amount)
  assert.deepEqual(
    amounts,
    Array.from({ length: 70 }, (_, n) => n),
  )
})

test('a short page of large rows is refused likewise', async () => {
  const title = 'x'.repeat(4 * 1024 * 1024)
  const large = Array.from({ length: 20 }, (_, n) => ({ index: 100 + n, body: { title, amount: 1000 + n } }))
  await insertRows(database.single, large)
  const filter = { tf: { amount: { min: 1000 } } }
  await assert.rejects(list({ size: 20, filter }), { code: 'query.too_large', status: 400 })
  const { items, total } = await list({ size: 15, filter })
  assert.deepEqual([JSON.parse(items.text).length, total], [15, 20])
  assert.equal((await list({ size: 15, filter: { tf: { amount: { min: 9999 } } } })).items.text, '[]')
})
