import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'

const path = '/api/v1/substitutions'
const unknown = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const hourMs = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString()

let started: Everything
before(async () => {
  started = await startEverything({ TEST_CLOCK: '1' })
})
after(() => started[Symbol.asyncDispose]())

let made = 0
const user = (more: object = {}) => aUser(started, { login: `user${++made}`, ...more })

async function standIn(call: Call, input: Body): Promise<string> {
  const answer = await call('POST', path, input)
  assertDone(answer)
  return answer.body.id
}
const seenBy = async (call: Call): Promise<Body[]> => (await call('GET', path)).body.result.result
const one = async (id: string): Promise<Body> => (await seenBy(started.call)).find((each) => each.id === id)

describe('a substitution', () => {
  it('is created by users for themselves, or by an administrator for anybody', async () => {
    const [anna, boris] = [await user(), await user()]
    const own = await standIn(anna.call, { substitute: boris.id })
    const { from, createdAt, ...rest } = await one(own)
    assert.match(from, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual(rest, {
      id: own,
      principal: anna.id,
      substitute: boris.id,
      kind: 'together',
      applications: null,
      state: 'active',
      until: null,
      endedAt: null,
      createdBy: anna.id,
    })
    const other = await standIn(started.call, { principal: boris.id, substitute: anna.id, kind: 'instead' })
    assert.deepEqual([(await one(other)).kind, (await one(other)).createdBy], ['instead', started.userId])
    const foreign = await anna.call('POST', path, { principal: boris.id, substitute: anna.id })
    assertRefused(foreign, 403, 'auth.not_allowed', /for other users/)
  })

  it('is planned before its start, active during its period, and ended after its end', async () => {
    const [anna, boris] = [await user(), await user()]
    const id = await standIn(anna.call, { substitute: boris.id, from: inHours(1), until: inHours(2) })
    assert.equal((await one(id)).state, 'planned')
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT1H' }))
    assert.equal((await one(id)).state, 'active')
    assertDone(await started.call('POST', '/api/v1/clock/advance', { by: 'PT1H' }))
    assert.equal((await one(id)).state, 'ended')
    assertRefused(await anna.call('DELETE', `${path}/${id}`), 404, 'substitution.not_found', /has ended/)
  })

  it('is ended early by the principal or an administrator, not by the substitute or another user', async () => {
    const [anna, boris, clara] = [await user(), await user(), await user()]
    const first = await standIn(anna.call, { substitute: boris.id })
    const second = await standIn(anna.call, { substitute: clara.id })
    for (const { call } of [boris, clara])
      assertRefused(await call('DELETE', `${path}/${first}`), 404, 'substitution.not_found', /no such substitution/)
    assertDone(await anna.call('DELETE', `${path}/${first}`))
    assertDone(await started.call('DELETE', `${path}/${second}`))
    const { state, endedAt } = await one(first)
    assert.equal(state, 'ended')
    assert.match(endedAt, /Z$/)
    for (const id of [first, unknown, 'x'])
      assertRefused(await anna.call('DELETE', `${path}/${id}`), 404, 'substitution.not_found', /no such/)
  })

  it('is visible to the two users and to administrators', async () => {
    const [anna, boris, clara] = [await user(), await user(), await user()]
    const id = await standIn(anna.call, { substitute: boris.id })
    const ids = async (call: Call) => (await seenBy(call)).map((each) => each.id)
    assert.deepEqual(await ids(anna.call), [id])
    assert.deepEqual(await ids(boris.call), [id])
    assert.deepEqual(await ids(clara.call), [])
  })
})

describe('a substitution is refused', () => {
  const refused = async (call: Call, input: Body, code: string, sentence: RegExp) =>
    assertRefused(await call('POST', path, input), 400, code, sentence)

  it('for oneself, with a blocked or unknown substitute, for an unknown principal', async () => {
    const [anna, gone] = [await user(), await user()]
    assertDone(await started.call('POST', `/api/v1/users/${gone.id}/block`))
    const code = 'substitution.wrong_user'
    await refused(anna.call, { substitute: anna.id.toUpperCase() }, code, /must be different users/)
    await refused(anna.call, { substitute: gone.id }, code, /blocked/)
    await refused(anna.call, { substitute: unknown }, code, new RegExp(unknown))
    await refused(started.call, { principal: unknown, substitute: anna.id }, code, new RegExp(unknown))
  })

  it('with an end before its start, in the past, or at an invalid time', async () => {
    const [anna, { id: substitute }] = [await user(), await user()]
    const code = 'substitution.wrong_period'
    const past = { from: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z' }
    await refused(anna.call, { substitute, from: past.until, until: past.from }, code, /later than "from"/)
    await refused(anna.call, { substitute, ...past }, code, /past/)
    for (const from of ['2026-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])
      await refused(anna.call, { substitute, from }, 'input.wrong', /calendar/)
  })

  it('while another one of the same two users exists, unless one ends before the other begins', async () => {
    const [anna, boris] = [await user(), await user()]
    const substitute = boris.id
    const [from, until] = [inHours(10), inHours(12)]
    const id = await standIn(anna.call, { substitute, from, until })
    for (const period of [{}, { from: inHours(11) }, { until: inHours(11) }, { from: inHours(9), until: inHours(13) }])
      await refused(anna.call, { substitute, ...period }, 'substitution.overlaps', /already acts for/)
    await standIn(anna.call, { substitute, until: from })
    await standIn(anna.call, { substitute, from: until, until: inHours(13) })
    await standIn(boris.call, { substitute: anna.id })
    assertDone(await anna.call('DELETE', `${path}/${id}`))
    await standIn(anna.call, { substitute, from, until })
  })

  it('when two of the same two users are created concurrently: one succeeds', async () => {
    const [anna, boris] = [await user(), await user()]
    const answers = await Promise.all([1, 2, 3].map(() => anna.call('POST', path, { substitute: boris.id })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  })

  it('with an empty list of applications, or an invalid path', async () => {
    const [anna, { id: substitute }] = [await user(), await user()]
    for (const applications of [[], ['ref'], ['a.b.c'], ['../x.y'], [1], 'ref.contacts'])
      await refused(anna.call, { substitute, applications }, 'input.wrong', /applications/)
    const id = await standIn(anna.call, { substitute, applications: ['ref.contacts', 'not.deployed'] })
    assert.deepEqual((await one(id)).applications, ['ref.contacts', 'not.deployed'])
  })
})
