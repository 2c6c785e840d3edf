import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startTestPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start, user } from '../../../process/engine/process.fixture.ts'
import { delegated } from '../../../process/operations/restore-points/restore-points.fixture.ts'

/** Requests that the other system received; it answers each with 202. */
const asked: { headers: Record<string, unknown>; body: Body }[] = []
const other = createServer(async (request, response) => {
  asked.push({ headers: request.headers, body: JSON.parse(await text(request)) })
  response.writeHead(202).end()
})
let office: TestPlatform

before(async () => {
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  office = await startTestPlatform({
    OUTBOUND_ALLOW: '127.0.0.1',
    OUTBOUND_PORTS: `${port}`,
    SECRET_DELEGATION: 'a key of this test',
  })
  const variables = ['customer', 'rating'].map(
    (name) => `<chancery:variable name="${name}" type="${name === 'rating' ? 'integer' : 'string'}"/>`,
  )
  const input = '<chancery:input name="customer" value="customer"/>'
  const answer = '<chancery:variable name="rating" type="integer" required="true"/>'
  const xml = bpmn([
    `<extensionElements>${variables.join('')}</extensionElements>`,
    start(),
    delegated('a', `http://127.0.0.1:${port}/checks`, `${input}${answer}`),
    user('b'),
    end(),
    flows('s > a > b > e'),
  ])
  assertDone(await publish(office.call, 'ref.rate', xml))
})

after(async () => {
  await office[Symbol.asyncDispose]()
  other.closeAllConnections()
  other.close()
})

/** Starts an instance and returns the restore point that the other system received. */
async function restorePoint(): Promise<{ id: string; instance: string }> {
  const count = asked.length
  const run = await office.call('POST', '/pub/v1/bpm/template/ref/rate/run', { context: { customer: 'C7' } })
  assertDone(run)
  for (let round = 0; asked.length === count; round++) {
    assert.ok(round < 3_000, 'the other system was not asked')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { id: asked.at(-1)!.body.restorePointId, instance: run.body.context.__id }
}

const list = async (query: string, call = office.call): Promise<Body[]> => {
  const answer = await call('GET', `/api/v1/restore-points${query}`)
  assertDone(answer)
  return answer.body.result.result
}

describe('restore points', () => {
  it('are listed with the request to the other system until they are used', async () => {
    const { id, instance } = await restorePoint()
    const [point] = await list(`?instanceId=${instance}`)
    assert.deepEqual(
      [point.id, point.state, point.elementId, point.input, point.attempts, point.template.code],
      [id, 'open', 'a', { customer: 'C7' }, 1, 'rate'],
    )
    assert.ok(!JSON.stringify(point).includes('a key of this test'))
    assertDone(await office.call('POST', `/pub/v1/bpm/restore-point/${id}/restore`, { context: { rating: 4 } }))
    assert.deepEqual(await list(`?instanceId=${instance}`), [])
    assert.equal((await list(`?instanceId=${instance}&state=used`))[0].id, id)
  })

  it('can be used by every user who knows the id', async () => {
    const { id, instance } = await restorePoint()
    const { call } = await aUser(office, { login: 'tester1', email: 'tester1@example.test', lastname: 'Tester' })
    const path = `/pub/v1/bpm/restore-point/${id}/restore`
    assertRefused(await call('POST', path, { context: { rating: 'high' } }), 400, 'context.invalid', /rating/)
    assertDone(await call('POST', path, { context: { rating: 4 } }))
    assertDone(await call('POST', path, { context: { rating: 4 } }))
    assertRefused(await call('POST', path, { context: { rating: 5 } }), 409, 'restore_point.used', /was used before/)
    const got = await office.call('POST', `/pub/v1/bpm/instance/${instance}/get`)
    assert.equal(got.body.data.rating, 4)
    assert.equal((await office.as('unknown')('POST', path, {})).status, 401)
  })

  it('are deleted when their instance is interrupted', async () => {
    const { id, instance } = await restorePoint()
    assertDone(await office.call('POST', `/pub/v1/bpm/instance/${instance}/interrupt`, { comment: 'no need' }))
    const answer = await office.call('POST', `/pub/v1/bpm/restore-point/${id}/restore`, { context: { rating: 4 } })
    assertRefused(answer, 410, 'restore_point.closed', /no longer waits for an answer/)
  })

  it('can be completed with a comment, by administrators of the process only', async () => {
    const { id, instance } = await restorePoint()
    const { call } = await aUser(office, { login: 'tester2', email: 'tester2@example.test', lastname: 'Tester' })
    const path = `/api/v1/restore-points/${id}/complete`
    const body = { context: { rating: 2 }, comment: 'asked by phone' }
    assertRefused(await call('POST', path, body), 404, 'restore_point.not_found', /not found/)
    assert.deepEqual(await list(`?instanceId=${instance}`, call), [])
    assertRefused(
      await office.call('POST', path, { context: { rating: 2 }, comment: ' ' }),
      400,
      'restore_point.answer_invalid',
      /comment/,
    )
    assertDone(await office.call('POST', path, body))
    const audit = await office.call('GET', `/api/v1/audit?object=instance:${instance}`)
    assert.match(JSON.stringify(audit.body), /asked by phone/)
  })

  it('can send their request again, with the same key', async () => {
    const { id } = await restorePoint()
    const count = asked.length
    const { call } = await aUser(office, { login: 'tester3', email: 'tester3@example.test', lastname: 'Tester' })
    assertRefused(await call('POST', `/api/v1/restore-points/${id}/retry`), 404, 'restore_point.not_found', /not found/)
    assertDone(await office.call('POST', `/api/v1/restore-points/${id}/retry`))
    for (let round = 0; asked.length === count; round++) {
      assert.ok(round < 3_000, 'the other system was not asked again')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const [first, second] = asked.slice(-2)
    assert.deepEqual([first!.headers['idempotency-key'], second!.headers['idempotency-key']], [id, id])
    assert.equal(second!.body.attempt, 1)
  })
})
