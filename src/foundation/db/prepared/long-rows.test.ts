import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, before, describe, it, test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { BytesOf, type Sql, sql } from '../sql.ts'
import { withoutLongRows } from './long-rows.ts'

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

function rowOf(fields: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(fields.length)
  const values = fields.flatMap((field) => {
    const bytes = Buffer.from(field ?? '')
    const size = Buffer.alloc(4)
    size.writeInt32BE(field === null ? -1 : bytes.length)
    return [size, bytes]
  })
  return message('D', Buffer.concat([count, ...values]))
}

const field = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 9 }),
  fc.nat({ max: 9_000 }).map((length) => 'я'.repeat(length)),
)
const row = fc.array(field, { maxLength: 4 }).map((fields) => ({ fields, bytes: rowOf(fields) }))
const other = fc
  .record({ type: fc.constantFrom('Z', 'C', '2', 'T'), size: fc.nat({ max: 9_000 }) })
  .map(({ type, size }) => ({ fields: undefined, bytes: message(type, Buffer.alloc(size, 'D')) }))

test('answers in chunks of any size are passed on in their order, long rows apart', async () => {
  const messages = fc.array(fc.oneof(row, other), { maxLength: 12 })
  const sizes = fc.infiniteStream(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 20_000 })))
  await fc.assert(
    fc.asyncProperty(messages, sizes, async (sent, chunkSizes) => {
      const stream = new EventEmitter()
      const passed: Buffer[] = []
      const long: (string | null)[][] = []
      withoutLongRows(stream, (found) => {
        long.push([...found.fields])
        passed.push(rowOf(found.fields))
      }).on('data', (bytes) => passed.push(bytes))
      const whole = Buffer.concat(sent.map(({ bytes }) => bytes))
      for (let at = 0; at < whole.length; ) {
        const size = chunkSizes.next().value!
        stream.emit('data', whole.subarray(at, at + size))
        at += size
      }
      assert.ok(Buffer.concat(passed).equals(whole))
      assert.deepEqual(
        long,
        sent.flatMap(({ fields, bytes }) => (fields && bytes.length >= 4_096 ? [fields] : [])),
      )
    }),
    { seed: 25 },
  )
})

describe('a long row', () => {
  let database: TestDatabase
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  const text = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString() : value)

  it('has the values of a short one, whoever reads it', async () => {
    for (const length of [10, 3_000, 40_000, 200_000]) {
      const statement = sql`select ${length}::int as n, repeat('я', ${length}::int) as word, null::text as none,
        array_fill('ш'::text, array[${length}::int % 7000]) as list, now() - now() = '0' as yes`
      const expected = {
        ...{ n: length, word: 'я'.repeat(length), none: null },
        ...{ list: Array(length % 7000).fill('ш'), yes: true },
      }
      const readers: ((statement: Sql) => Promise<object | undefined>)[] = [
        (statement) => database.reader.row(statement),
        (statement) => database.single.row(statement),
        (statement) => database.transaction((tx) => tx.row(statement)),
        async (statement) => (await database.readOnly(statement, { timeoutMs: 60_000 }))[0],
      ]
      for (const read of readers) {
        for (let time = 0; time < 3; time++) assert.deepEqual(await read(statement), expected)
        const { word, ...others } = (await read(new BytesOf(statement, 'word'))) as Record<string, unknown>
        assert.deepEqual({ ...others, word: text(word) }, expected)
      }
    }
  })

  it('is followed by the answers to later statements, and by errors', async () => {
    const length = 200_000
    const sent = Array.from({ length: 40 }, (_, place) =>
      database.single.row<{ word: unknown }>(
        new BytesOf(sql`select repeat('я', ${length}::int / (${place}::int % 5)) as word`, 'word'),
      ),
    )
    const answers = await Promise.allSettled(sent)
    for (const [place, answer] of answers.entries()) {
      if (place % 5 === 0) assert.equal(answer.status, 'rejected')
      else
        assert.equal(
          (text(answer.status === 'fulfilled' && answer.value!.word) as string).length,
          Math.trunc(length / (place % 5)),
        )
    }
  })
})
