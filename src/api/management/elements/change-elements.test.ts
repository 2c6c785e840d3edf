import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, listed, made, parts, things } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { ended, manyParts } from '../jobs/jobs.fixture.ts'

const server = useServer()
const bulk = (call: Call, body: Body, code = 'things') => call('POST', `/api/v1/elements/all/${code}/bulk`, body)

async function done(call: Call, body: Body, code?: string): Promise<Body> {
  const answer = await bulk(call, body, code)
  assertDone(answer)
  return answer.body
}

async function someThings(count: number): Promise<Body[]> {
  const all: Body[] = []
  for (let index = 0; index < count; index++) all.push(await made(server.call, things, { title: `thing ${index}` }))
  return all
}

const thing = async ({ __id }: Body): Promise<Body> => (await server.call('GET', `${things}/${__id}/get`)).body.item

describe('a bulk action on up to 200 elements', () => {
  it('sets the status of those that may get it, and names the others', async () => {
    const [one, two, three] = await someThings(3)
    await done(server.call, { ids: [two!.__id], action: { setStatus: { code: 'review' } } })
    const ids = [one, two, three].map((element) => element!.__id)
    const answer = await done(server.call, { ids: [...ids, ids[0], newId()], action: { setStatus: { code: 'done' } } })
    const { jobId, total, failed, result } = answer
    assert.deepEqual([jobId, total, failed, result.changed, result.unchanged], [null, 4, 3, 1, 0])
    assert.deepEqual(
      result.failures.map(({ id, code }: Body) => [id, code]).slice(0, 2),
      [one, three].map((element) => [element!.__id, 'element.status_not_allowed']),
    )
    assert.equal(result.failures[2].code, 'element.not_found')
    assert.equal((await thing(two!)).__statusCode, 'done')
    const again = await done(server.call, { ids: [two!.__id], action: { setStatus: { code: 'done' } } })
    assert.deepEqual([again.result.changed, again.result.unchanged], [0, 1])
  })

  it('updates, deletes and restores the elements that a filter selects', async () => {
    const { filter, code } = await manyParts(server.call, 5)
    const selected = { filter: { and: [{ tf: { code } }, { tf: { weight: { min: 2 } } }] } }
    const updated = await done(server.call, { ...selected, action: { update: { context: { weight: 1 } } } }, 'parts')
    assert.equal(updated.result.changed, 3)
    const { items } = await listed(server.call, parts, { filter, size: 10 })
    assert.deepEqual(items.map(({ weight }) => weight).sort(), [0, 1, 1, 1, 1])
    const deleted = await done(server.call, { filter, action: { delete: true } }, 'parts')
    assert.equal(deleted.result.changed, 5)
    assert.equal((await listed(server.call, parts, { filter, active: true })).total, 0)
    const none = await done(server.call, { filter, active: true, action: { restore: true } }, 'parts')
    assert.equal(none.total, 0)
    const restored = await done(server.call, { filter, action: { restore: true } }, 'parts')
    assert.equal(restored.result.changed, 5)
  })

  it('changes nothing when the dry run is not a boolean, or in the address', async () => {
    const [one] = await someThings(1)
    const body = { ids: [one!.__id], action: { delete: true } }
    for (const isDryRun of [null, 'true', 1, []])
      assertRefused(await bulk(server.call, { ...body, isDryRun }), 400, 'input.wrong', /"isDryRun" must be a boolean/)
    const inAddress = await server.call('POST', '/api/v1/elements/all/things/bulk?isDryRun=true', body)
    assertRefused(inAddress, 400, 'input.wrong', /unknown parameter "isDryRun" in the address/)
    assert.equal((await thing(one!)).__deletedAt, null)
  })

  it('changes nothing in a dry run, but says what would be changed', async () => {
    const [one, two] = await someThings(2)
    const ids = [one!.__id, two!.__id]
    const sku = newId()
    const answer = await done(server.call, { ids, action: { update: { context: { sku } } }, isDryRun: true })
    assert.deepEqual([answer.result.changed, answer.failed, answer.result.isDryRun], [1, 1, true])
    assert.equal(answer.result.failures[0].code, 'element.duplicate_key')
    assert.deepEqual([(await thing(one!)).sku, (await thing(two!)).sku], [null, null])
    const history = await server.call('GET', `/api/v1/elements/all/things/${one!.__id}/history`)
    assert.equal(history.body.result.total, 1)
  })

  it('is refused as a whole when it selects nothing, or its status, values or action are wrong', async () => {
    const ids = [newId()]
    const refused = async (body: Body, code: string, sentence: RegExp) =>
      assertRefused(await bulk(server.call, body), 400, code, sentence)
    await refused({ action: { delete: true } }, 'job.nothing_selected', /ids of the elements, or a filter/)
    await refused({ ids, action: {} }, 'input.wrong', /exactly one/)
    await refused({ ids, action: { delete: true, restore: true } }, 'input.wrong', /exactly one/)
    await refused({ ids, action: { setStatus: { code: 'doen' } } }, 'element.unknown_status', /did you mean "done"/)
    const wrong = await bulk(server.call, { ids, action: { update: { context: { amount: 'x', kinds: 1 } } } })
    assertRefused(wrong, 400, 'field.wrong_value', /amount/)
    assert.equal(wrong.body.problems.length, 2)
    const unknown = await bulk(server.call, { ids, action: { delete: true } }, 'nothing')
    assertRefused(unknown, 404, 'application.not_found', /not found/)
  })
})

describe('a bulk action on more elements', () => {
  it('is a job, which changes the elements on behalf of its user and tells the user', async () => {
    const { filter } = await manyParts(server.call, 320)
    const user = await server.user()
    const { jobId, total, result } = await done(
      user.call,
      { filter, action: { update: { context: { weight: 7 } } } },
      'parts',
    )
    assert.deepEqual([total, result], [320, null])
    const job = await ended(user.call, jobId)
    const { kind, state, processed, failed } = job
    assert.deepEqual([kind, state, processed, failed, job.result.changed], ['bulk', 'done', 320, 0, 320])
    const { items, total: found } = await listed(server.call, parts, {
      filter: { and: [filter, { tf: { weight: 7 } }] },
    })
    assert.equal(found, 320)
    assert.equal(items[0]!.__updatedBy, user.id)
    const cancel = await user.call('POST', `/api/v1/jobs/${jobId}/cancel`)
    assertRefused(cancel, 409, 'job.ended', /ended/)
    for (;;) {
      const { body } = await user.call('GET', '/api/v1/notifications')
      const told = body.result.result.find(({ about }: Body) => about.id === jobId)
      if (told === undefined) continue
      assert.match(told.title, /changes of all\.parts are made/)
      break
    }
  })

  it('counts what it could not change, and changes nothing in a dry run', async () => {
    const { filter } = await manyParts(server.call, 250)
    const context = { keeper: [newId()] }
    const { jobId } = await done(server.call, { filter, isDryRun: true, action: { update: { context } } }, 'parts')
    const failing = await ended(server.call, jobId)
    assert.deepEqual([failing.state, failing.processed, failing.failed], ['done', 250, 250])
    assert.deepEqual([failing.result.failures.length, failing.result.isDryRun], [100, true])
    assert.equal(failing.result.failures[0].code, 'element.unknown_reference')
    const dry = await done(server.call, { filter, isDryRun: true, action: { delete: true } }, 'parts')
    const job = await ended(server.call, dry.jobId)
    assert.deepEqual([job.result.changed, job.result.isDryRun], [250, true])
    assert.equal((await listed(server.call, parts, { filter, active: true })).total, 250)
  })

  it('is not found by other users', async () => {
    const { filter } = await manyParts(server.call, 201)
    const [user, other] = [await server.user(), await server.user()]
    const { jobId } = await done(user.call, { filter, action: { delete: true } }, 'parts')
    for (const [method, path] of [
      ['GET', jobId],
      ['POST', `${jobId}/cancel`],
    ])
      assertRefused(await other.call(method!, `/api/v1/jobs/${path}`), 404, 'job.not_found', /not found/)
    assert.equal((await ended(server.call, jobId)).state, 'done')
  })
})
