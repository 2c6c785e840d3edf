// Takes long: it starts the program many times.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../src/foundation/db/open.ts'
import { type TestPlace, testPlace } from '../database.ts'
import { tamper } from '../postgres-server.ts'
import { runChancery, withoutServerLine } from '../server-process.ts'

async function verify(
  { dataDir, databaseUrl }: TestPlace,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const settings = { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  const run = runChancery(['verify', ...words], settings)
  const code = await run.exited
  assert.equal(withoutServerLine(run.errors()), '')
  return { code, output: run.output() }
}

async function tamperWith({ dataDir, databaseUrl }: TestPlace, statement: string): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, dataDir, log: () => {} })
  await tamper(database, statement)
  await database.close()
}

describe('chancery verify', () => {
  it('prints each day with its hash, and fails with the name of a row that was changed', async () => {
    const place = await testPlace()
    // The first start creates the administrator and a token, and seals them when it ends, unless transactions of other
    // tests on the same server delay sealing.
    let sound = await verify(place)
    while (!sound.output.includes('; 0 rows not sealed')) sound = await verify(place)
    const [, hash] = /^\d{4}-\d\d-\d\d {2}\d+ seals? {2}\d+ rows? {2}ok {2}([0-9a-f]{64})$/m.exec(sound.output) ?? []
    assert.ok(sound.code === 0 && hash !== undefined, sound.output)
    assert.equal((await verify(place, '--expect', hash)).code, 0)

    await tamperWith(place, `update audit set user_id = id where object like 'user:%'`)
    const { code, output } = await verify(place, '--from', '2020-01-01')
    assert.equal(code, 1)
    assert.match(output, / NOT OK .*\n {2}seal \d+: the row of user:\S+ was changed after it was sealed/)

    await tamperWith(
      place,
      `insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev,
      status_history, subscribers, body) select id, id, 1, now(), id, now(), id, 1, '[]', '[]', '{}' from users limit 1`,
    )
    assert.match(
      (await verify(place)).output,
      /\n {2}element:\S+ has no history: it was written by hand\n1 element {2}.* NOT OK: 1 element$/m,
    )

    await tamperWith(place, 'delete from audit_seal')
    const renewed = await verify(place, '--expect', hash)
    assert.equal(renewed.code, 1)
    assert.match(renewed.output, /no day and no row of a journal has the hash/)
    await place.remove()
  })
})
