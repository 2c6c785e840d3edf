import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser, item } from '../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { viewed } from '../../../test/process-scene.ts'
import { applyFiles } from '../../api/v1/scheme/scheme.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import { bpmn, element, end, extensions, flows, start } from '../process.fixture.ts'
import { advance, expectInstances } from '../starts/starts.fixture.ts'
import { publish } from '../templates/templates.fixture.ts'

const variables = (...names: readonly string[]): string =>
  ['<chancery:variable name="contract" type="element" of="deals.contracts"/>']
    .concat('<chancery:variable name="lawyer" type="user"/>')
    .concat(names.map((name) => `<chancery:variable name="${name}" type="decimal"/>`))
    .join('')
const check = element('userTask', 'check', extensions('<chancery:performer type="variable" value="lawyer"/>'))
const read = element(
  'serviceTask',
  'read',
  extensions(
    '<chancery:action type="element.read"/><chancery:setting name="app" text="deals.contracts"/>' +
      '<chancery:setting name="element" value="contract"/><chancery:output name="cost" value="element.cost"/>',
  ),
)
const given = ['price', 'lawyer']
  .map((name) => `<chancery:input name="${name}" value="${name === 'price' ? 'cost' : name}"/>`)
  .join('')
const event = (type: string, id: string, definition: string, inside = ''): string =>
  element(type, id, `${inside === '' ? '' : extensions(inside)}${definition}`)
const messageOf = (ref: string): string => `<messageEventDefinition messageRef="${ref}"/>`
const signal = '<signalEventDefinition signalRef="s1"/>'
const around = '<message id="m1" name="priced"/><message id="m2" name="begun"/><signal id="s1" name="told"/>'

/** Returns a process that receives the price by an event, computes the half of it and asks the lawyer. */
const receiver = (at: string, ...waiting: readonly string[]): string =>
  bpmn(
    [
      extensions(variables('price', 'half')),
      start('s', at),
      ...waiting,
      element('scriptTask', 'halve', '<script>return { half: String(Number(variables.price) / 2) }</script>').replace(
        'id="halve"',
        'id="halve" scriptFormat="javascript"',
      ),
      check,
      end(),
      flows(waiting.length > 0 ? 's > wait > halve > check > e' : 's > halve > check > e'),
    ],
    around,
  )

const files: Record<string, string> = {
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\n',
  'namespaces/deals/groups/finance.yaml': 'name: Finance\n',
  'namespaces/deals/apps/contracts.yaml': `name: Contracts
fields: [{ code: title, type: string }, { code: cost, type: number }]
access:
  fields: [{ fields: [cost], to: [deals.finance], may: [read, write] }]
`,
  'namespaces/deals/processes/sender.bpmn': bpmn(
    [
      extensions(variables('cost')),
      start(),
      read,
      event('intermediateThrowEvent', 'm', messageOf('m1'), given),
      event('intermediateThrowEvent', 'b', messageOf('m2'), given),
      event('intermediateThrowEvent', 'g', signal, given),
      end(),
      flows('s > read > m > b > g > e'),
    ],
    around,
  ),
  'namespaces/deals/processes/waiting.bpmn': receiver('', event('intermediateCatchEvent', 'wait', messageOf('m1'))),
  'namespaces/deals/processes/begun.bpmn': receiver(messageOf('m2')),
  'namespaces/deals/processes/told.bpmn': receiver(signal),
  'namespaces/deals/processes/alert.bpmn': receiver('', event('intermediateCatchEvent', 'wait', signal)),
  'namespaces/deals/processes/writer.bpmn': bpmn([
    extensions(variables('amount', 'free')),
    start(),
    element(
      'serviceTask',
      'write',
      extensions(
        '<chancery:action type="element.create"/><chancery:setting name="app" text="deals.contracts"/>' +
          '<chancery:input name="cost" value="amount"/><chancery:input name="title" value="&quot;New&quot;"/>' +
          '<chancery:output name="contract" value="id"/>',
      ),
    ),
    check,
    end(),
    flows('s > write > check > e'),
  ]),
}

/** A process with the task of the lawyer, whose second version computes another variable. */
const moving = (more: string): string =>
  bpmn([
    extensions(variables('cost', 'later')),
    start(),
    read,
    check,
    element('scriptTask', 'then', `<script>${more}</script>`).replace(
      'id="then"',
      'id="then" scriptFormat="javascript"',
    ),
    element('userTask', 'last', extensions('<chancery:performer type="variable" value="lawyer"/>')),
    end(),
    flows('s > read > check > then > last > e'),
  ])

describe('origins of variables', () => {
  let started: TestPlatform
  let lawyer: { readonly id: string; readonly call: Call }
  let contract: string

  before(async () => {
    started = await startEmptyPlatform({ TEST_CLOCK: '1' })
    await applyFiles(started.call, files)
    lawyer = await aUser(started, { login: 'lawyer' })
    const context = { title: 'A contract', cost: 4711 }
    contract = item(await started.call('POST', '/pub/v1/app/deals/contracts/create', { context })).__id
  })
  after(() => started[Symbol.asyncDispose]())

  async function run(code: string, more: object = {}): Promise<string> {
    const context = { contract: [contract], lawyer: [lawyer.id], ...more }
    const answer = await started.call('POST', `/pub/v1/bpm/template/deals/${code}/run`, { context })
    assertDone(answer)
    return answer.body.context.__id
  }

  /** Asserts that the lawyer, who performs a task, sees the instance without these variables, and the administrator with them. */
  async function assertHidden(id: string, ...names: readonly string[]): Promise<void> {
    const [{ context: own }, { context: all }] = [await viewed(lawyer.call, id), await viewed(started.call, id)]
    assert.deepEqual(
      names.filter((name) => name in own),
      [],
    )
    assert.deepEqual(
      names.filter((name) => !(name in all)),
      [],
    )
  }

  /** Waits until an instance has its task. */
  async function waitForTask(id: string): Promise<void> {
    for (let round = 0; round < 3_000; round++) {
      if ((await viewed(started.call, id)).tasks.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.fail('the instance has no task')
  }

  it('follow messages and signals to instances that wait for them and that they start', async () => {
    const waiting = await run('waiting')
    const alert = await run('alert')
    await run('sender')
    const [begun] = await expectInstances(started, 'begun', 1)
    const [told] = await expectInstances(started, 'told', 1)
    for (const id of [waiting, alert, begun!.id, told!.id]) {
      await waitForTask(id)
      await assertHidden(id, 'price', 'half')
    }
  })

  it('include variables that are written into a field as they are', async () => {
    const id = await run('writer', { amount: '4711', free: '3' })
    await assertHidden(id, 'amount')
    assert.equal((await viewed(lawyer.call, id)).context.free, '3')
  })

  it('follow what a new version computes after a move', async () => {
    assertDone(await publish(started.call, 'deals.moving', moving('return {}')))
    const id = await run('moving')
    await assertHidden(id, 'cost')
    assertDone(await publish(started.call, 'deals.moving', moving('return { later: variables.cost }')))
    assertDone(await started.call('POST', `/api/v1/instances/${id}/move`, { version: 2 }))
    const [task] = (await viewed(started.call, id)).tasks
    assertDone(await started.call('POST', `/api/v1/tasks/${task.id}/complete`, {}))
    await assertHidden(id, 'cost', 'later')
  })

  it('are found for instances that were started before origins were stored', async () => {
    const id = await run('moving')
    const { single } = started.platform.database
    await single.rows(sql`delete from process_origin`)
    await single.rows(sql`
      insert into process_origin_backfill (after, until)
      select '00000000-0000-0000-0000-000000000000', max(created_at) from process_instance`)
    assert.ok('cost' in (await viewed(lawyer.call, id)).context)
    await advance(started, 'PT2M')
    await assertHidden(id, 'cost')
    assert.deepEqual(await single.rows(sql`select after from process_origin_backfill`), [])
  })
})
