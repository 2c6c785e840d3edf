import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { viewed } from '../../../../test/process-scene.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { expectInstances } from '../../triggers/starts/starts.fixture.ts'
import { publish } from '../templates/templates.fixture.ts'
import { check, type Deals, read, script, startDeals, variables } from './origins.fixture.ts'

const given = ['price', 'lawyer']
  .map((name) => `<chancery:input name="${name}" value="${name === 'price' ? 'cost' : name}"/>`)
  .join('')
const event = (type: string, id: string, definition: string, inside = ''): string =>
  element(type, id, `${inside === '' ? '' : extensions(inside)}${definition}`)
const messageOf = (ref: string): string => `<messageEventDefinition messageRef="${ref}"/>`
const signal = '<signalEventDefinition signalRef="s1"/>'
const around = '<message id="m1" name="priced"/><message id="m2" name="begun"/><signal id="s1" name="told"/>'

const call =
  '<chancery:call process="deals.inner"/><chancery:input name="given" value="price"/>' +
  '<chancery:output name="called" value="found"/>'

/** Returns a process that receives the price by an event, computes with it, calls a process, and asks the lawyer. */
const receiver = (at: string, ...waiting: readonly string[]): string =>
  bpmn(
    [
      extensions(variables('price', 'half', 'called')),
      start('s', at),
      ...waiting,
      script('halve', 'return { half: String(Number(variables.price) / 2) }'),
      element('callActivity', 'call', extensions(call)),
      check(),
      end(),
      flows(`s > ${waiting.length > 0 ? 'wait >' : ''} halve > call > check > e`),
    ],
    around,
  )

const files: Record<string, string> = {
  'sender.bpmn': bpmn(
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
  'inner.bpmn': bpmn([
    extensions(variables('given', 'found')),
    start(),
    script('find', 'return { found: variables.given }'),
    end(),
    flows('s > find > e'),
  ]),
  'waiting.bpmn': receiver('', event('intermediateCatchEvent', 'wait', messageOf('m1'))),
  'begun.bpmn': receiver(messageOf('m2')),
  'told.bpmn': receiver(signal),
  'alert.bpmn': receiver('', event('intermediateCatchEvent', 'wait', signal)),
  'writer.bpmn': bpmn([
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
    check(),
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
    check(),
    script('then', more),
    check('last'),
    end(),
    flows('s > read > check > then > last > e'),
  ])

describe('origins of variables', () => {
  let deals: Deals
  before(async () => {
    deals = await startDeals(files)
  })
  after(() => deals[Symbol.asyncDispose]())

  /** Waits until an instance has its task. */
  async function waitForTask(id: string): Promise<void> {
    for (let round = 0; round < 3_000; round++) {
      if ((await viewed(deals.call, id)).tasks.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.fail('the instance has no task')
  }

  it('follow messages and signals to instances that wait for them and that they start', async () => {
    const waiting = await deals.run('waiting')
    const alert = await deals.run('alert')
    await deals.run('sender')
    const [begun] = await expectInstances(deals, 'begun', 1)
    const [told] = await expectInstances(deals, 'told', 1)
    for (const id of [waiting, alert, begun!.id, told!.id]) {
      await waitForTask(id)
      await deals.assertHidden(id, 'price', 'half', 'called')
    }
  })

  it('include variables that are written into a field as they are', async () => {
    const id = await deals.run('writer', { amount: '4711', free: '3' })
    await deals.assertHidden(id, 'amount')
    assert.equal((await deals.shown(id)).free, '3')
  })

  it('follow what a new version computes after a move', async () => {
    assertDone(await publish(deals.call, 'deals.moving', moving('return {}')))
    const id = await deals.run('moving')
    await deals.assertHidden(id, 'cost')
    assertDone(await publish(deals.call, 'deals.moving', moving('return { later: variables.cost }')))
    assertDone(await deals.call('POST', `/api/v1/instances/${id}/move`, { version: 2 }))
    const [task] = (await viewed(deals.call, id)).tasks
    assertDone(await deals.call('POST', `/api/v1/tasks/${task.id}/complete`, {}))
    await deals.assertHidden(id, 'cost', 'later')
  })
})
