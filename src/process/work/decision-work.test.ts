import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone } from '../../../test/everything.ts'
import { useServer } from '../../../test/shared-server.ts'
import { decision, dmn, input, literal, table } from '../../decisions/decisions.fixture.ts'
import { applyDecisions } from '../../decisions/deployed.fixture.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { systemCaller } from '../../people/index.ts'
import { publish } from '../definition/templates/templates.fixture.ts'
import type { Variables } from '../engine/advance/index.ts'
import { bpmn, element, end, extensions, flows, start } from '../engine/process.fixture.ts'
import type { WorkOutcome } from '../execution/work.ts'
import { createDecisionWork } from './decision-work.ts'

const server = useServer()

/** Evaluates a decision like a business rule task. */
async function evaluated(settings: Variables, given: Variables = {}, now = new Date()): Promise<WorkOutcome> {
  const work = createDecisionWork(server.running().platform.context.processes.decisions)
  assert.equal(work.place, 'memory')
  const instance = { id: newId(), template: newId(), version: 1, name: 'n', initiator: newId() }
  const caller = systemCaller(newId())
  const call = { instance, wait: newId(), element: 'a', attempt: 1, settings, input: given, caller, now }
  const outcome = await work.run(call, server.running().platform.database.reader)
  if (!('decided' in outcome)) return outcome
  const { decided: _, ...rest } = outcome
  return rest
}

describe('a business rule task', () => {
  before(() =>
    applyDecisions(server.call, 'ruled', {
      'rate.dmn': dmn(
        input('amount', 'number'),
        decision(
          'basic',
          table({
            inputs: [{ expression: 'amount' }],
            rules: [
              ['< 100', '0.1'],
              ['< 200', '0.2'],
            ],
          }),
          {
            inputs: ['amount'],
          },
        ),
        '<decision id="top" name="Final rate"><informationRequirement><requiredDecision href="#basic"/></informationRequirement><context><contextEntry><variable name="rate"/>' +
          `${literal('basic')}</contextEntry></context></decision>`,
      ),
      'day.dmn': dmn(decision('day', literal('today()'))),
    }),
  )

  it('writes the value of the decision into its result variable, or into a variable with the name of the decision', async () => {
    const path = { path: 'ruled.rate' }
    assert.deepEqual(await evaluated({ ...path, result: 'r' }, { amount: 150 }), {
      type: 'done',
      variables: { r: { rate: 0.2 } },
    })
    assert.deepEqual(await evaluated(path, { amount: 150 }), {
      type: 'done',
      variables: { Final_rate: { rate: 0.2 } },
    })
    assert.deepEqual(await evaluated({ ...path, decision: 'basic' }, { amount: '150.00' }), {
      type: 'done',
      variables: { basic: 0.2 },
    })
  })

  it('evaluates at the time of the advance, in the time zone of the process', async () => {
    const late = new Date('2026-05-01T23:00:00Z')
    const settings = { path: 'ruled.day', result: 'd' }
    assert.deepEqual(await evaluated(settings, {}, late), { type: 'done', variables: { d: '2026-05-01' } })
    const zoned = await evaluated({ ...settings, timeZone: 'Europe/Moscow' }, {}, late)
    assert.deepEqual(zoned, { type: 'done', variables: { d: '2026-05-02' } })
  })

  it('stops with an incident that names the table and the rules', async () => {
    assert.deepEqual(await evaluated({ path: 'ruled.rate' }, { amount: 50 }), {
      type: 'failed',
      message:
        'ruled.rate has no result: table "basic": rules 1 and 2 match, but the hit policy UNIQUE allows only one rule to match',
      isFinal: true,
      kind: 'DECISION_ERROR',
    })
  })

  it('stops with an incident when the decision does not exist', async () => {
    const outcome = await evaluated({ path: 'ruled.rates' })
    assert.equal(
      outcome.type === 'failed' && outcome.message,
      'decision "ruled.rates" not found; did you mean "ruled.rate"?',
    )
  })

  it('reads its decision in the transaction of the advance when nobody has called the decision before', async () => {
    await applyDecisions(server.call, 'lazy', { 'day.dmn': dmn(decision('day', literal('"Monday"'))) })
    const task = element('businessRuleTask', 'd', extensions('<chancery:decision path="lazy.day" result="day"/>'))
    const begins = start('s', '<messageEventDefinition messageRef="m"/>')
    const file = bpmn([begins, task, end(), flows('s > d > e')], '<message id="m" name="lazy day"/>')
    assertDone(await publish(server.call, 'lazy.ask', file))
    const sent = await server.call('POST', '/api/v1/messages', { name: 'lazy day' })
    assertDone(sent)
    const [reached] = sent.body.instances
    const { body } = await server.call('GET', `/pub/v1/bpm/instance/${reached.instanceId}/get`)
    assert.deepEqual([body.data.__state, body.data.day], ['done', 'Monday'])
  })
})
