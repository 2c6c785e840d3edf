import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openTestDatabase, type TestDatabase, testPlace } from '../../../../test/database.ts'
import { sql } from '../sql.ts'
import { PreparedQuery } from './prepared-query.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

describe('a prepared statement', () => {
  it('returns values of all types at each execution', async () => {
    const row = { n: 1, big: '2', at: '2026-05-01 00:00:00+00', list: ['a', null], none: null, yes: true }
    for (let time = 1; time <= 3; time++) {
      const statement = sql`select ${1}::int as n, ${2}::bigint as big, ${row.at}::timestamptz as at,
        ${row.list}::text[] as list, ${null}::text as none, ${true}::boolean as yes`
      assert.deepEqual(await database.single.rows(statement), [row])
    }
  })

  it('has its columns also in executions that were sent before a refused first one was answered', async () => {
    const statement = (value: string) => sql`select ${value}::int as numbered`
    // The text gets a name at its second use.
    await database.single.rows(statement('1'))
    const values = Array.from({ length: 60 }, (_, place) => (place < 20 ? 'none' : String(place)))
    const answers = await Promise.allSettled(values.map((value) => database.single.row(statement(value))))
    const found = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))
    assert.deepEqual(
      found,
      values.map((value) => (value === 'none' ? 'refused' : { numbered: Number(value) })),
    )
  })

  it('returns the number of rows that it has', async () => {
    for (const rows of [0, 3, 1])
      assert.equal((await database.single.rows(sql`select n from generate_series(1, ${rows}::int) n`)).length, rows)
  })

  it('is described again when the server has prepared it without describing it', async (test) => {
    if (database.kind === 'embedded') return test.skip('its connection belongs to the platform')
    const place = await testPlace()
    const client = new pg.Client({ connectionString: place.databaseUrl })
    test.after(() => client.end().then(place.remove))
    await client.connect()
    const [name, text] = ['undescribed', 'select 7 as n']
    await client.query(`prepare ${name} as ${text}`)
    const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } }
    connection.parsedStatements[name] = text
    const asked = () =>
      new Promise((resolve, reject) => {
        const answered = (error: Error | null, answer?: object) => (error ? reject(error) : resolve(answer))
        client.query(
          new PreparedQuery({ name, text, values: [], bytesOf: undefined }, answered) as unknown as pg.Submittable,
        )
      })
    assert.deepEqual(await Promise.all([asked(), asked()]), [{ rows: [{ n: 7 }] }, { rows: [{ n: 7 }] }])
  })
})
