import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { browserOf } from '../../../test/browser.ts'
import { assertDone, assertRefused, aUser } from '../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { anUpload } from '../v1/disk/files.fixture.ts'

it('the clock stays within the years with four digits', async () => {
  await using started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  const advance = (by: string) => started.call('POST', '/api/v1/clock/advance', { by })
  for (const by of ['P99999999999999999999W', 'P400000W', `PT${'9'.repeat(40)}H`])
    assertRefused(await advance(by), 400, 'input.wrong', /year 9000/)
  assert.match((await advance('P300000W')).body.now, /^7\d\d\d-/)
  assertDone(await started.call('POST', '/api/v1/users', { login: 'later' }))
})

describe('advancing the clock', () => {
  let started: TestPlatform
  let ann: { id: string; call: Call }
  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
    ann = await aUser(started, { login: 'ann' })
  })
  after(() => started[Symbol.asyncDispose]())

  const advance = async (by: string): Promise<void> =>
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by }))
  const count = async (table: string): Promise<number> => {
    const { reader } = started.platform.database
    const query = {
      keys: sql`select count(*)::int as count from idempotency_key`,
      unsealed: sql`select count(*)::int as count from audit where turn >= (select coalesce(max(to_turn), 0) from audit_seal)`,
      purges: sql`select count(*)::int as count from pgboss.job
        where name = 'every/purge-removed-fields' and state = 'completed'`,
    }[table]!
    return (await reader.row<{ count: number }>(query))!.count
  }

  it('expires links, and removes temporary uploads from the disk', async () => {
    const hash = await anUpload(ann.call)
    const links = await ann.call('POST', '/pub/v1/disk/links/download', { hashesList: [hash] })
    assertDone(links)
    const [{ link }] = links.body.items
    assert.equal((await fetch(link)).status, 200)
    const stored = (): string[] => readdirSync(join(started.dataDir, 'files', 'tmp'))
    assert.equal(stored().length, 1)
    await advance('PT61M')
    assert.equal((await fetch(link)).status, 403)
    assert.deepEqual(stored(), [])
  })

  it('ends sessions and tokens', async () => {
    const password = 'a long enough password'
    assertDone(await started.call('PUT', `/api/v1/users/${ann.id}/password`, { password }))
    const session = await browserOf(started, 'ann', password)
    const now = Date.parse((await started.call('POST', '/api/v1/clock/advance', { by: 'PT1S' })).body.now)
    const expiresAt = new Date(now + 3_600_000).toISOString()
    const created = await started.call('POST', '/api/v1/tokens', { name: 'hour', login: 'ann', expiresAt })
    assertDone(created)
    const token = started.as(created.body.token)
    for (const call of [session.call, token]) assertDone(await call('GET', '/api/v1/me'))
    await advance('PT61M')
    assertRefused(await token('GET', '/api/v1/me'), 401, 'auth.required', /./)
    assertDone(await session.call('GET', '/api/v1/me'))
    await advance('PT13H')
    assertRefused(await session.call('GET', '/api/v1/me'), 401, 'auth.required', /./)
  })

  it('records when a token was last used, which the server does once a minute', async () => {
    await advance('P1D')
    assertDone(await ann.call('GET', '/api/v1/me'))
    const lastUsed = async (): Promise<string> =>
      (await ann.call('GET', '/api/v1/tokens')).body.result.result.find(({ name }: Body) => name === 'test').lastUsedAt
    const before = await lastUsed()
    await advance('PT1M')
    assert.notEqual(await lastUsed(), before)
  })

  it('writes audit entries at the time of the clock, and seals them', async () => {
    await advance('P30D')
    assertDone(await started.call('POST', '/api/v1/users', { login: 'later' }))
    const audit = await started.call('GET', '/api/v1/audit?size=1')
    assertDone(audit)
    const [entry] = audit.body.entries
    const { now } = (await started.call('POST', '/api/v1/clock/advance', { by: 'PT5S' })).body
    assert.ok(Math.abs(Date.parse(entry.at) - Date.parse(now)) < 3_600_000, JSON.stringify([entry, now]))
    // A transaction of another test on the same server holds the seal back until it is over.
    while ((await count('unsealed')) > 0) await advance('PT5S')
  })

  it('removes idempotency keys after a day, and purges removed fields, on one node', async () => {
    await started.call('POST', '/api/v1/users', { login: 'once' }, { 'idempotency-key': newId() })
    const purges = await count('purges')
    await advance('PT6H')
    assert.equal(await count('purges'), purges + 1)
    await advance('PT19H')
    assert.equal(await count('keys'), 0)
  })
})
