import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused, made, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'
import { aProcess, bpm, got, started, type TestProcess } from './bpm.fixture.ts'

const server = useServer()
let approval: TestProcess

const fresh = (): string => randomUUID().slice(0, 8)
const run = (body?: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', `${approval.path}/run`, body, headers)

describe('running a process', () => {
  before(async () => {
    approval = await aProcess(server.call)
  })

  it('answers with the instance under "context": its id, its state and its variables', async () => {
    const instance = await started(server.call, approval, { note: 'first' })
    assert.equal(instance.__id.length, 36)
    assert.deepEqual(
      [instance.__state, instance.amount, instance.note, instance.urgent],
      ['wait', '10.5', 'first', null],
    )
    assert.deepEqual(
      [instance.__template.namespace, instance.__template.code, instance.__template.version],
      ['all', approval.code, 1],
    )
    assert.equal(instance.__createdBy, server.running().userId)
    assert.deepEqual(await got(server.call, instance.__id), instance)
  })

  it('gives the element of __item to the only variable for elements of its application', async () => {
    const { __id } = await made(server.call, parts, {})
    const code = `about_${fresh()}`
    const variable = (name: string) =>
      `<chancery:variable name="${name}" type="element" of="all.parts" required="true"/>`
    const publishAbout = async (...names: string[]) => {
      const xml = bpmn([extensions(names.map(variable).join('')), start(), end(), flows('s > e')])
      assertDone(await publish(server.call, `all.${code}`, xml))
    }
    const about = (context: object) => server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context })
    const __item = { namespace: 'all', code: 'parts', id: __id }
    await publishAbout('part')
    const filled = await about({ __item })
    assertDone(filled)
    assert.deepEqual(filled.body.context.part, [__id])
    const other = (await made(server.call, parts, {})).__id
    assert.deepEqual((await about({ __item, part: [other] })).body.context.part, [other])
    await publishAbout('part', 'spare')
    assertRefused(await about({ __item }), 400, 'context.invalid', /"part" is required/)
  })

  it('names a missing context when variables are required', async () => {
    const code = `strict_${fresh()}`
    const xml = bpmn([extensions('<chancery:variable name="title" required="true"/>'), start(), end(), flows('s > e')])
    assertDone(await publish(server.call, `all.${code}`, xml))
    const answer = await server.call('POST', `/pub/v1/bpm/template/all/${code}/run`, { title: 'Laptop' })
    assertRefused(
      answer,
      400,
      'context.invalid',
      /^"context" is missing, which holds the variables: "title" is required$/,
    )
    assert.deepEqual(answer.body.problems, [{ field: 'title', message: '"title" is required' }])
  })

  it('runs all elements up to the first wait at once', async () => {
    const instance = await started(server.call, await aProcess(server.call, 'straight'))
    assert.equal(instance.__state, 'done')
    assert.notEqual(instance.__endedAt, null)
  })

  it('answers each of many callers at once with the own instance, whatever the process', async () => {
    const straight = await aProcess(server.call, 'straight')
    const amounts = Array.from({ length: 30 }, (_, index) => String(index))
    const instances = await Promise.all(
      amounts.map((amount, index) => started(server.call, index % 3 === 0 ? straight : approval, { amount })),
    )
    assert.deepEqual(
      instances.map(({ amount }) => amount),
      amounts,
    )
    assert.deepEqual(
      instances.map(({ __template }) => __template.code),
      amounts.map((_, index) => (index % 3 === 0 ? straight : approval).code),
    )
    assert.equal(new Set(instances.map(({ __id }) => __id)).size, amounts.length)
    assert.deepEqual(await got(server.call, instances[7]!.__id), instances[7])
  })

  it('accepts what clients with fixed types send: empty system fields and nulls', async () => {
    const empty = { id: '', code: '', name: '', namespace: '', version: 0 }
    const context = {
      __id: '',
      __name: '',
      __state: '',
      __template: empty,
      __templateId: '',
      __createdAt: '0001-01-01T00:00:00Z',
      __createdBy: '',
      __item: { id: '', code: '', namespace: '' },
      __target: '',
      __tasks: null,
      cross_instance: { is_cross_instance: false, company_initiator: '', callback: '' },
      amount: '1',
      note: null,
    }
    const answer = await run({ context })
    assertDone(answer)
    assert.deepEqual([answer.body.context.amount, answer.body.context.note], ['1', null])
    assertDone(await run({ Context: { amount: '1' } }))
  })

  it('refuses a wrong context with one problem for each variable, and starts nothing', async () => {
    const total = async () => (await server.call('POST', approval.list, { size: 0 })).body.result.total
    const before = await total()
    const answer = await run({ context: { amount: 'much', urgent: 'yes', amont: 1, count: 5 } })
    assertRefused(answer, 400, 'context.invalid', /amount/)
    assert.deepEqual(answer.body.problems.map(({ field }: { field: string }) => field).sort(), [
      'amont',
      'amount',
      'count',
      'urgent',
    ])
    for (const body of [undefined, '', {}, { context: [] }, { context: null }])
      assertRefused(await run(body), 400, 'context.invalid', /"amount" is required/)
    assert.equal(await total(), before)
  })

  it('runs for an element that the caller sees, and for a target of another system', async () => {
    const part = await made(server.call, parts, { __name: 'bolt' })
    const item = { namespace: 'all', code: 'parts', id: part.__id }
    const instance = await started(server.call, approval, { __item: item })
    assert.deepEqual([instance.__item, instance.__target], [item, part.__id])
    const other = await started(server.call, approval, { __item: [item], __target: 'crm-1' })
    assert.deepEqual([other.__item, other.__target], [item, 'crm-1'])
    const missing = { ...item, id: server.running().userId }
    for (const [wrong, sentence] of [
      [missing, /"__item": element .* not found/],
      [{ ...item, code: 'nothing' }, /"__item": application/],
    ] as const) {
      const answer = await run({ context: { amount: '1', __item: wrong } })
      assertRefused(answer, 400, 'process.wrong_system_field', sentence)
    }
    const idAlone = await run({ context: { amount: '1', __item: item.id } })
    assertRefused(idAlone, 400, 'process.wrong_system_field', /must be one object such as/)
    assertRefused(await run({ context: { amount: '1', __item: 'x' } }), 400, 'field.wrong_value', /__item/)
    assertRefused(await run({ context: { amount: '1', __target: 7 } }), 400, 'process.wrong_system_field', /__target/)
  })

  it('takes the initiator from administrators only', async () => {
    const anna = await server.user()
    const instance = await started(server.call, approval, { __createdBy: anna.id })
    assert.equal(instance.__createdBy, anna.id)
    const own = await started(anna.call, approval, { __createdBy: server.running().userId })
    assert.equal(own.__createdBy, anna.id)
    const unknown = await started(server.call, approval, { __createdBy: '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab' })
    assert.equal(unknown.__createdBy, server.running().userId)
  })

  it('is "not found" for a process that does not exist', async () => {
    for (const path of ['all/nothing', 'nothing/nothing', `all/${approval.code.toUpperCase()}`]) {
      const answer = await server.call('POST', `${bpm}/template/${path}/run`, {})
      assertRefused(answer, 404, 'process.not_found', /not found/)
    }
  })

  it('starts one instance for the same request with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `start ${approval.code}`.replaceAll(' ', '-') }
    const body = { context: { amount: '5' } }
    const first = await run(body, headers)
    const again = await run(body, headers)
    assertDone(first)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assertRefused(await run({ context: { amount: '6' } }, headers), 409, 'idempotency.key_reused', /another request/)
  })
})
