import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../test/everything.ts'

const unknown = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const userOf = async (id: string) =>
  (await started.call('POST', '/pub/v1/user/list', { ids: [id] })).body.result.result[0]
const patch = (id: string, change: object) => started.call('PATCH', `/api/v1/users/${id}`, change)

describe('the change of a user', () => {
  it('changes the given fields and keeps the others; null clears a field', async () => {
    const { id } = await aUser(started, { login: 'clerk', lastname: 'Petrova', email: 'p@example.org' })
    assertDone(await patch(id, { firstname: 'Anna', email: null }))
    const { login, fullname, email, __updatedBy } = await userOf(id)
    assert.deepEqual(
      [login, fullname.lastname, fullname.firstname, email, __updatedBy],
      ['clerk', 'Petrova', 'Anna', '', started.userId],
    )
  })

  it('refuses unknown keys, lists the known ones, and changes nothing', async () => {
    const { id } = await aUser(started, { login: 'inside' })
    const before = await userOf(id)
    assertRefused(
      await patch(id, { blocked: false, lastname: 'X' }),
      400,
      'input.wrong',
      /unknown field "blocked" in the body; known are login, email, .*status/,
    )
    const misspelt = await patch(id, { lastnam: 'X' })
    assertRefused(misspelt, 400, 'input.wrong', /unknown field "lastnam" in the body; did you mean "lastname"\?/)
    assert.equal(misspelt.body.field, 'lastnam')
    for (const key of ['created_by', 'deleted_at', 'toString'])
      assertRefused(await patch(id, { [key]: unknown, lastname: 'X' }), 400, 'input.wrong', /unknown field/)
    assert.deepEqual(await userOf(id), before)
  })

  it('refuses a login that is taken, unknown users and wrong values', async () => {
    const { id } = await aUser(started, { login: 'second' })
    assertRefused(await patch(id, { login: 'CLERK' }), 400, 'user.login_taken', /"CLERK" is taken/)
    assertRefused(await patch(unknown, { lastname: 'x' }), 404, 'user.not_found', /no such user/)
    assertRefused(await patch('x', { lastname: 'x' }), 404, 'user.not_found', /no such user/)
    assertRefused(await patch(id, { status: 'gone' }), 400, 'input.wrong', /status/)
    assert.equal((await userOf(id)).login, 'second')
  })

  it('is for administrators', async () => {
    const { id, call } = await aUser(started, { login: 'climber' })
    for (const answer of [
      await call('PATCH', `/api/v1/users/${id}`, { administrator: true }),
      await call('POST', `/api/v1/users/${id}/block`),
    ])
      assertRefused(answer, 403, 'auth.not_allowed', /administrators/)
  })
})

describe('a blocked user', () => {
  it('is refused immediately, and accepted again when active', async () => {
    const { id, call } = await aUser(started, { login: 'leaver' })
    assertDone(await call('POST', '/pub/v1/user/list'))
    assertDone(await started.call('POST', `/api/v1/users/${id}/block`))
    assertRefused(await call('POST', '/pub/v1/user/list'), 401, 'auth.required', /not valid/)
    assert.equal((await userOf(id)).__status.status, 3)
    assertDone(await patch(id, { status: 'active' }))
    assertDone(await call('POST', '/pub/v1/user/list'))
  })
})

describe('the last active administrator', () => {
  it('can be neither blocked nor demoted', async () => {
    for (const answer of [
      await started.call('POST', `/api/v1/users/${started.userId}/block`),
      await patch(started.userId, { administrator: false }),
      await patch(started.userId, { status: 'blocked' }),
    ])
      assertRefused(answer, 400, 'user.last_administrator', /last active administrator/)
  })

  it('remains when two administrators block each other concurrently', async () => {
    const other = await aUser(started, { login: 'other-admin', administrator: true })
    const answers = await Promise.all([
      started.call('POST', `/api/v1/users/${other.id}/block`),
      other.call('POST', `/api/v1/users/${started.userId}/block`),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    // The remaining administrator makes the other user active again.
    const left = answers[0].status === 200 ? started.call : other.call
    for (const id of [other.id, started.userId])
      assertDone(await left('PATCH', `/api/v1/users/${id}`, { status: 'active' }))
  })
})

describe('the list of tokens', () => {
  it("contains the tokens of all users for administrators, the caller's own for others, and never the secret", async () => {
    const { id, call } = await aUser(started, { login: 'holder' })
    const own = await call('GET', '/api/v1/tokens')
    assertDone(own)
    const all = await started.call('GET', '/api/v1/tokens')
    assert.ok(all.body.result.total > own.body.result.total)
    assert.deepEqual(
      own.body.result.result.map((one: { userId: string }) => one.userId),
      [id],
    )
    const [token] = own.body.result.result
    assert.deepEqual(
      [token.login, token.expiresAt, token.revokedAt, token.lastUsedAt, 'hash' in token],
      ['holder', null, null, null, false],
    )
  })

  it('refuses an invalid end of a token', async () => {
    const wrong = await started.call('POST', '/api/v1/tokens', { name: 'x', expiresAt: '2026-12-31T23:59:60Z' })
    assertRefused(wrong, 400, 'input.wrong', /"expiresAt" must be a time of the calendar/)
    const over = await started.call('POST', '/api/v1/tokens', { name: 'x', expiresAt: '2001-01-01T00:00:00Z' })
    assertRefused(over, 400, 'input.wrong', /"expiresAt" is in the past/)
  })

  it('contains the ids for revoking: of own tokens, or of any token for administrators', async () => {
    const { call } = await aUser(started, { login: 'tidy' })
    const [own] = (await call('GET', '/api/v1/tokens')).body.result.result
    const foreign = (await started.call('GET', '/api/v1/tokens')).body.result.result.find(
      (one: { userId: string }) => one.userId === started.userId,
    )
    assertRefused(await call('DELETE', `/api/v1/tokens/${foreign.id}`), 404, 'token.not_found', /no such token/)
    assertDone(await call('DELETE', `/api/v1/tokens/${own.id}`))
    assertRefused(await call('GET', '/api/v1/tokens'), 401, 'auth.required', /not valid/)
    const [again] = (await started.call('GET', '/api/v1/tokens')).body.result.result.filter(
      ({ id }: { id: string }) => id === own.id,
    )
    assert.match(again.revokedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })
})
