import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser, type Everything, startEverything } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { groupIdOf } from '../../../people/index.ts'
import { groups } from '../../v1/scheme/groups/groups.fixture.ts'
import { exported, got } from '../../v1/scheme/scheme.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function drift(code: string): Promise<unknown> {
  const found: Body[] = await got(started.call, `/api/v1/solutions/${code}/drift`)
  return found.map(({ kind, what, path, sentence }) => ({ kind, what, path, sentence }))
}

describe('the drift of a solution', () => {
  it('lists what was changed by hand since the last apply, and is empty after the next apply', async () => {
    assert.deepEqual(await drift('office'), [])
    const office = await (await exported(started.url, 'office')).bytes()
    const role = `${groups}/${groupIdOf('ref', 'registrars')}`
    assertDone(await started.call('POST', `${role}/add-items`, [started.userId]))
    assert.deepEqual(await drift('office'), [])
    assertDone(await started.call('PUT', role, { __name: 'Clerks' }))
    const sentence = 'the role ref.registrars is called "Clerks" instead of "Registrars"'
    assert.deepEqual(await drift('office'), [{ kind: 'changed', what: 'group', path: 'ref.registrars', sentence }])
    const [{ template, values }] = await got(started.call, '/api/v1/solutions/office/drift')
    assert.equal(template, '{0} is called "{1}" instead of "{2}"')
    assert.deepEqual(values, [
      { key: 'role', template: 'the role {0}', values: ['ref.registrars'] },
      'Clerks',
      'Registrars',
    ])
    assert.deepEqual(Buffer.from(await (await exported(started.url, 'office')).bytes()), Buffer.from(office))
    assertDone(await started.call('POST', '/api/v1/solutions/apply', office))
    assert.deepEqual(await drift('office'), [])
  })

  it('contains the access settings of administrators, for namespaces and applications', async () => {
    const namespace = '/api/v1/namespaces/all/access'
    const application = '/api/v1/applications/all/things/access'
    assertDone(await started.call('PUT', namespace, { visibleTo: ['everyone'] }))
    assertDone(
      await started.call('PUT', application, {
        visibleTo: ['everyone'],
        elements: [{ to: ['everyone'], may: ['view'] }],
      }),
    )
    const change = { kind: 'changed', what: 'access' }
    const end = 'in addition to the rules in the files'
    assert.deepEqual(await drift('everything'), [
      { ...change, path: 'all', sentence: `administrators have set visibleTo of all ${end}` },
      { ...change, path: 'all.things', sentence: `administrators have set elements, visibleTo of all.things ${end}` },
    ])
    assert.deepEqual(await drift('office'), [])
    for (const path of [namespace, application]) assertDone(await started.call('PUT', path, {}))
    assert.deepEqual(await drift('everything'), [])
  })

  it('contains groups that were created by hand in its namespaces, and no others', async () => {
    const inAll = '/pub/v1/scheme/namespaces/all/groups'
    const { group } = (await started.call('POST', inAll, { __name: 'Mine', code: 'Mine', isRole: true })).body
    const sentence = 'the role all.mine "Mine" was created by hand'
    assert.deepEqual(await drift('everything'), [{ kind: 'added', what: 'group', path: 'all.mine', sentence }])
    assert.deepEqual(await drift('office'), [])
    assertDone(await started.call('DELETE', `${groups}/${group.__id}`))
    assert.deepEqual(await drift('everything'), [])
  })

  it('of an unknown code is 404', async () => {
    const answer = await started.call('GET', '/api/v1/solutions/offce/drift')
    assertRefused(answer, 404, 'solution.not_found', /"offce" not found; did you mean "office"/)
  })

  it('is for administrators', async () => {
    const { call } = await aUser(started, { login: 'clerk' })
    assertRefused(await call('GET', '/api/v1/solutions/office/drift'), 403, 'auth.not_allowed', /administrators/)
  })
})
