import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  made,
  parts,
  startEverything,
} from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import {
  dynamicSegment,
  freshEmail,
  members,
  segments,
  staticSegment,
  subscribersWith,
} from '../../v1/marketing/marketing.fixture.ts'

describe('the settings of marketing', () => {
  let started: Everything
  let anna: { id: string; call: Call }
  before(async () => {
    started = await startEverything()
    anna = await aUser(started, { login: 'anna' })
  })
  after(() => started[Symbol.asyncDispose]())

  const put = (settings: object) => started.call('PUT', '/api/v1/marketing/settings', settings)
  const requests = async (call: Call) => {
    const { __id } = await staticSegment(started.call)
    return [
      () => call('POST', segments),
      () => call('PUT', segments, { name: 'x' }),
      () => call('GET', `${segments}/${__id}`),
      () => call('POST', `${segments}/${__id}/subscribers`),
      () => call('PATCH', `${segments}/${__id}/subscribers/add`, { ids: [] }),
      () => call('PATCH', `${segments}/${__id}/subscribers/remove`, { ids: [] }),
      () => call('POST', '/pub/v1/marketing/subscriber'),
      () => call('GET', '/api/v1/marketing/categories'),
      () => call('PUT', '/api/v1/marketing/subscribers', { subscribers: [] }),
    ]
  }

  it('are at first: on, for administrators only', async () => {
    const { body } = await started.call('GET', '/api/v1/marketing/settings')
    assert.deepEqual([body.enabled, body.groups], [true, []])
    for (const request of await requests(started.call)) assertDone(await request())
    for (const request of await requests(anna.call))
      assertRefused(await request(), 403, 'auth.not_allowed', /only administrators and the groups/)
  })

  it('let the members of groups work with segments', async () => {
    assertDone(
      await started.call('POST', '/pub/v1/scheme/namespaces/global/groups', { __name: 'M', code: 'marketers' }),
    )
    assertRefused(
      await put({ enabled: true, groups: ['global.marketer'] }),
      400,
      'marketing.wrong_group',
      /no group "global.marketer"/,
    )
    assertDone(await put({ enabled: true, groups: ['Global.Marketers'] }))
    assert.equal((await anna.call('POST', segments)).status, 403)
    const { result } = (
      await started.call('POST', '/pub/v1/scheme/groups/list', { filter: { tf: { code: 'marketers' } } })
    ).body
    const [{ __id }] = result.result
    assertDone(await started.call('POST', `/pub/v1/scheme/groups/${__id}/add-items`, [anna.id]))
    for (const request of await requests(anna.call)) assertDone(await request())
    assertRefused(await anna.call('GET', '/api/v1/marketing/settings'), 403, 'auth.not_allowed', /administrators/)
  })

  it('do not show to a member of such a group the elements that the member cannot see', async () => {
    const { __id } = await made(started.call, parts, { code: 'hidden' })
    const contact = { namespace: 'all', code: 'parts', id: __id }
    const [id] = await subscribersWith(started.call, [{ email: freshEmail(), contact }])
    const filter = { tf: { code: 'hidden' } }
    const segment = await dynamicSegment(started.call, { namespace: 'all', code: 'parts', filter })
    assert.deepEqual(await members(anna.call, segment), [id])
    assertDone(
      await started.call('PUT', '/api/v1/applications/all/parts/access', {
        elements: [{ to: ['global.administrators'], may: ['view'] }],
      }),
    )
    assert.deepEqual(await members(started.call, segment), [id])
    const answer = await anna.call('POST', `${segments}/${segment}/subscribers`)
    assert.ok(answer.status === 404 || answer.body.result.total === 0, JSON.stringify(answer.body))
  })

  it('switch the area off for everyone, with 412', async () => {
    const asked = await requests(started.call)
    assertDone(await put({ enabled: false, groups: [] }))
    for (const request of asked) assertRefused(await request(), 412, 'marketing.off', /switched off/)
    assert.equal((await anna.call('POST', segments)).status, 403)
    assertDone(await put({ enabled: true, groups: [] }))
    for (const request of asked) assertDone(await request())
    const { entries } = (await started.call('GET', '/api/v1/audit?object=marketing:settings&size=1')).body
    assert.deepEqual([entries[0].before, entries[0].after], [{ enabled: false }, { enabled: true }])
  })
})
