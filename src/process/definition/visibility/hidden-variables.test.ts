import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, aUser } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { rested, viewed } from '../../../../test/process-scene.ts'
import { groupIdOf } from '../../../people/index.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { check, type Deals, read, script, startDeals, variables } from '../origins/origins.fixture.ts'
import { publish } from '../templates/templates.fixture.ts'

const declared = extensions(`${variables('cost', 'half')}<chancery:variable name="answer" type="string"/>`)
const form =
  '<chancery:task type="task"/><chancery:form><chancery:field name="cost"/><chancery:field name="half"/></chancery:form>'
const failing = script('tell', 'throw new Error("it costs seven" + String(variables.cost).length)')

const files: Record<string, string> = {
  'open.bpmn': bpmn([declared, start(), read, check('check', form), end(), flows('s > read > check > e')]),
  'failing.bpmn': bpmn([declared, start(), read, failing, end(), flows('s > read > tell > e')]),
  'asking.bpmn': bpmn([
    declared,
    start(),
    read,
    element(
      'serviceTask',
      'ask',
      extensions(
        '<chancery:action type="delegated"/><chancery:setting name="url" text="https://crm.example.com/"/>' +
          '<chancery:input name="price" value="cost"/><chancery:variable name="answer" type="string"/>',
      ),
    ),
    check(),
    end(),
    flows('s > read > ask > check > e'),
  ]),
  'ruled.bpmn': bpmn([declared, start(), read, check(), end(), flows('s > read > check > e')]),
  'ruled.yaml': `variables:
  - { names: [cost], to: [deals.clerks] }
  - { names: [half], to: [initiator] }
  - { names: [answer], to: [performers] }
access: [{ to: [everyone], may: [start, view] }]
`,
}

/** A process whose later versions declare the variable `cost` differently, or neither declare nor fill it. */
const moving = (cost: string): string => {
  const steps = cost === '' ? [] : [read]
  const path = cost === '' ? 's > check > e' : 's > read > check > e'
  return bpmn([extensions(`${variables('half')}${cost}`), start(), ...steps, check(), end(), flows(path)])
}
const number = '<chancery:variable name="cost" type="decimal"/>'
const date = '<chancery:variable name="cost" type="date"/>'

describe('hidden variables', () => {
  let deals: Deals
  /** A user who administers the processes, but may not read the field. */
  let chief: { readonly id: string; readonly call: Call }
  before(async () => {
    deals = await startDeals(files)
    chief = await aUser(deals, { login: 'chief' })
    assertDone(await publish(deals.call, 'deals.moving', moving(number)))
    for (const code of ['open', 'failing', 'asking', 'moving'])
      assertDone(
        await deals.call('PUT', `/api/v1/processes/deals/${code}/grants/${chief.id}`, { rights: ['administer'] }),
      )
  })
  after(() => deals[Symbol.asyncDispose]())

  const costOf = async (id: string): Promise<unknown> => (await viewed(deals.call, id)).context.cost
  const incidentOf = async (id: string): Promise<Body> => (await rested(chief.call, id)).incidents[0]
  const taskOf = async (id: string): Promise<string> => (await rested(deals.call, id)).tasks[0].id

  it('keep their values when an administrator of the process sends nulls back', async () => {
    const id = await deals.run('open')
    const change = { comment: 'sent back', context: { cost: null, half: '3' } }
    assertDone(await chief.call('PUT', `/pub/v1/bpm/instance/${id}/context`, change))
    const { context } = await viewed(deals.call, id)
    assert.deepEqual([Number(context.cost), Number(context.half)], [4711, 3])
    for (const [action, reason] of [
      ['retry', 'again'],
      ['skip', 'not needed'],
    ]) {
      const failed = await deals.run('failing')
      const path = `/api/v1/incidents/${(await incidentOf(failed)).id}/${action}`
      assertDone(await chief.call('POST', path, { reason, context: { cost: null } }))
      assert.equal(Number(await costOf(failed)), 4711)
    }
  })

  it('keep their values when a delegate returns a task as the form showed it', async () => {
    const id = await deals.run('open')
    const task = await taskOf(id)
    assertDone(await deals.lawyer.call('POST', `/api/v1/tasks/${task}/delegate`, { userId: chief.id }))
    assertDone(await chief.call('POST', `/api/v1/tasks/${task}/return`, { context: { cost: null, half: '5' } }))
    const { task: returned } = (await deals.lawyer.call('GET', `/api/v1/tasks/${task}`)).body
    assert.deepEqual(Object.keys(returned.suggestion.context), ['half'])
    assertDone(
      await deals.lawyer.call('POST', `/api/v1/tasks/${task}/complete`, { context: { half: '5', cost: null } }),
    )
    assert.equal(Number(await costOf(id)), 4711)
  })

  it('are not told by the hash of a message, and all hidden messages are one group', async () => {
    const id = await deals.run('failing')
    const { id: incident } = await incidentOf(id)
    const path = '/api/v1/incidents?query={"filter":{"tf":{"instanceId":"ID"}}}'.replace('ID', id)
    const hashOf = async (call: Call): Promise<string> => {
      const answer = await call('GET', path)
      assertDone(answer)
      return answer.body.result.result[0].messageHash
    }
    const [real, shown] = [await hashOf(deals.call), await hashOf(chief.call)]
    assert.notEqual(real, shown)
    const retried = async (messageHash: string): Promise<Body> => {
      const answer = await chief.call('POST', '/api/v1/incidents/retry', { ids: [incident], messageHash })
      assertDone(answer)
      return answer.body.batch
    }
    assert.equal((await retried(real)).total, 0)
    const { id: batch, failed } = await retried(shown)
    assert.equal(failed, 1)
    const { items } = (await chief.call('GET', `/api/v1/batches/${batch}/items`)).body
    assert.equal(items[0].reasons[0].code, 'INCIDENT_AGAIN')
    assert.doesNotMatch(items[0].reasons[0].message, /costs/)
  })

  it('include what another system answers to them', async () => {
    const id = await deals.run('asking')
    await rested(deals.call, id)
    const list = await deals.call('GET', `/api/v1/restore-points?instanceId=${id}`)
    assertDone(list)
    const [point] = list.body.result.result
    assert.equal(Number(point.input.price), 4711)
    const [seen] = (await chief.call('GET', `/api/v1/restore-points?instanceId=${id}`)).body.result.result
    assert.deepEqual(seen.input, {})
    assertDone(
      await deals.call('POST', `/pub/v1/bpm/restore-point/${point.id}/restore`, { output: { answer: 'dear' } }),
    )
    await deals.assertHidden(id, 'cost', 'answer')
  })

  it('are shown to the groups, the initiator and the performers whom the settings name', async () => {
    const clerk = await aUser(deals, { login: 'clerk' })
    const stranger = await aUser(deals, { login: 'stranger' })
    const group = `/pub/v1/scheme/groups/${groupIdOf('deals', 'clerks')}/add-items`
    assertDone(await deals.call('POST', group, [clerk.id]))
    const starter = await aUser(deals, { login: 'starter' })
    const id = await deals.run('ruled', { half: '2', answer: 'yes' }, starter.call)
    const names = async (call: Call): Promise<string[]> => {
      await rested(deals.call, id)
      const { context } = await viewed(call, id)
      return ['cost', 'half', 'answer'].filter((name) => name in context)
    }
    assert.deepEqual(await names(clerk.call), ['cost'])
    assert.deepEqual(await names(starter.call), ['half'])
    assert.deepEqual(await names(deals.lawyer.call), ['answer'])
    assert.deepEqual(await names(stranger.call), [])
    assert.deepEqual(await names(deals.call), ['cost', 'half', 'answer'])
  })

  it('are not told by the reasons against a move or by the archive of a moved instance', async () => {
    const id = await deals.run('moving')
    await rested(deals.call, id)
    assertDone(await publish(deals.call, 'deals.moving', moving(date)))
    const told = async (call: Call): Promise<string> =>
      JSON.stringify((await call('POST', `/api/v1/instances/${id}/move`, { version: 2 })).body)
    assert.match(await told(chief.call), /CONTEXT_INVALID.*not shown/)
    assert.doesNotMatch(await told(deals.call), /not shown/)
    assertDone(await publish(deals.call, 'deals.moving', moving('')))
    assertDone(await chief.call('POST', `/api/v1/instances/${id}/move`, { version: 3 }))
    const history = async (call: Call): Promise<string> =>
      JSON.stringify((await call('GET', `/api/v1/instances/${id}/history`)).body)
    assert.match(await history(deals.call), /archived.{0,20}4711/)
    assert.doesNotMatch(await history(chief.call), /4711/)
  })
})
