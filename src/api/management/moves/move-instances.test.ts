import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { versions } from './moves.fixture.ts'

const server = useServer()
const call = (method: string, path: string, body?: unknown) => server.call(method, path, body)
let process: ReturnType<typeof versions>
let stays: string
let blocked: string

const instance = async (id: string): Promise<Body> => {
  const answer = await call('GET', `/pub/v1/bpm/instance/${id}/get`)
  assertDone(answer)
  return answer.body.data
}
const versionOf = async (id: string): Promise<number> => (await instance(id)).__template.version
const preview = (body: Body) => call('POST', `/api/v1/processes/all/${process.code}/version-preview`, body)
const move = (body: Body) => call('POST', `/api/v1/processes/all/${process.code}/move-instances`, body)

describe('moving instances to another version', () => {
  before(async () => {
    process = versions(server.call)
    await process.publish(['a', 'gone'])
    stays = await process.start()
    blocked = await process.start()
    const tasks = Object.keys((await instance(blocked)).__tasks)
    assert.equal(tasks.length, 1)
    assertDone(await call('POST', `/api/v1/instances/${blocked}/skip-step`, { element: 'a', reason: 'to the next' }))
    await process.publish(['a', 'b'], { timer: 'PT1H' })
  })

  it('a preview says for each instance whether it can move, with all reasons, and changes nothing', async () => {
    const answer = await preview({ updateAllActive: true })
    assertDone(answer)
    const { version, total, moves, blocked: count, instances } = answer.body
    assert.deepEqual([version, total, moves, count], [2, 2, 1, 1])
    const found = instances.find(({ id }: Body) => id === blocked)
    assert.deepEqual(
      [found.outcome, found.version, found.reasons.map(({ code, element, tokens }: Body) => [code, element, tokens])],
      ['blocked', 1, [['ELEMENT_GONE', 'gone', 1]]],
    )
    assert.deepEqual([await versionOf(stays), await versionOf(blocked)], [1, 1])
    const page = await preview({ updateAllActive: true, size: 1 })
    const next = await preview({ updateAllActive: true, size: 1, cursor: page.body.next })
    assert.notEqual(page.body.instances[0].id, next.body.instances[0].id)
  })

  it('moving an instance that cannot move answers 400 with the reasons and leaves it unchanged', async () => {
    const answer = await call('POST', `/pub/v1/bpm/instance/${blocked}/version`)
    assertRefused(answer, 400, 'instance.move_refused', /./)
    assert.equal(answer.body.reasons[0].code, 'ELEMENT_GONE')
    assert.equal(await versionOf(blocked), 1)
  })

  it('a batch moves the instances that can move and stores the result of each', async () => {
    const answer = await move({ instanceIds: [stays, blocked, '018f0000-0000-7000-8000-000000000000'] })
    assertDone(answer)
    const { id, state, total, done, failed } = answer.body.batch
    assert.deepEqual([state, total, done, failed], ['completedWithErrors', 3, 2, 1])
    const { body } = await call('GET', `/api/v1/batches/${id}/items`)
    const results = new Map(body.items.map((item: Body) => [item.instance, [item.state, item.reasons[0]?.code]]))
    assert.deepEqual(results.get(stays), ['done', undefined])
    assert.deepEqual(results.get(blocked), ['failed', 'ELEMENT_GONE'])
    assert.deepEqual([await versionOf(stays), await versionOf(blocked)], [2, 1])
    assertDone(await call('GET', `/api/v1/batches/${id}`))
    assertRefused(await call('POST', `/api/v1/batches/${id}/cancel`), 409, 'batch.ended', /./)
    assert.ok((await call('GET', '/api/v1/batches')).body.batches.some((batch: Body) => batch.id === id))
  })

  it('a moved instance has the events of the new version and goes on to its end', async () => {
    const { body } = await call('GET', `/api/v1/instances/${stays}`)
    assert.match(JSON.stringify(body), /"late"/)
    assertDone(await call('POST', `/api/v1/instances/${stays}/skip-step`, { element: 'a', reason: 'x' }))
    assertDone(await call('POST', `/api/v1/instances/${stays}/skip-step`, { element: 'b', reason: 'x' }))
    assert.equal((await instance(stays)).__state, 'done')
    const { body: history } = await call('GET', `/api/v1/instances/${stays}/history`)
    assert.match(JSON.stringify(history), /"move"/)
    assertRefused(await call('POST', `/pub/v1/bpm/instance/${stays}/version`), 400, 'instance.move_refused', /./)
  })

  it('a mapping names the new element of a token; a mapping of unknown elements is refused', async () => {
    assertRefused(
      await move({ instanceIds: [blocked], mapping: { nowhere: 'b' } }),
      400,
      'process.mapping_invalid',
      /nowhere/,
    )
    assertDone(await call('POST', `/api/v1/instances/${blocked}/move`, { mapping: { gone: 'b' } }))
    assert.equal(await versionOf(blocked), 2)
    assertDone(await call('POST', `/api/v1/instances/${blocked}/move`, {}))
    assertDone(await call('POST', `/api/v1/instances/${blocked}/move`, { mapping: { gone: 'b' } }))
    assertDone(await move({ instanceIds: [blocked], mapping: { gone: 'b' } }))
    assertRefused(
      await call('POST', `/api/v1/instances/${blocked}/move`, { version: 1 }),
      400,
      'instance.move_refused',
      /./,
    )
    assertRefused(
      await call('POST', `/api/v1/instances/${blocked}/move`, { version: 9 }),
      404,
      'process.not_found',
      /./,
    )
  })

  it('a request without instances is refused', async () => {
    assertRefused(await preview({}), 400, 'process.selection_missing', /instanceIds/)
    assertRefused(await move({}), 400, 'process.selection_missing', /instanceIds/)
  })

  it('many instances are moved and interrupted in the background', { timeout: 120_000 }, async () => {
    const many = versions(server.call)
    await many.publish(['a'])
    const ids: string[] = []
    for (let count = 0; count < 150; count++) ids.push(await many.start())
    await many.publish(['a', 'b'])
    const ended = async (id: string): Promise<Body> => {
      for (let tries = 0; tries < 3_000; tries++) {
        const { body } = await call('GET', `/api/v1/batches/${id}`)
        if (body.batch.endedAt !== null) return body.batch
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      assert.fail('the batch does not end')
    }
    const moving = await call('POST', `/api/v1/processes/all/${many.code}/move-instances`, { updateAllActive: true })
    const moved = await ended(moving.body.batch.id)
    assert.deepEqual([moved.state, moved.done], ['completed', 150])
    assert.equal(await versionOf(ids[149]!), 2)
    const stopping = await call('POST', '/api/v1/instances/interrupt', { instanceIds: ids, comment: 'over' })
    const stopped = await ended(stopping.body.batch.id)
    assert.deepEqual([stopped.state, stopped.done], ['completed', 150])
    assert.equal((await instance(ids[0]!)).__state, 'cancel')
  })
})
