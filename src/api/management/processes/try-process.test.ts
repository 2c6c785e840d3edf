import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Answer, Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { oneTask } from '../../../process/definition/templates/templates.fixture.ts'
import {
  boundary,
  bpmn,
  end,
  extensions,
  flows,
  gateway,
  service,
  start,
  timer,
  user,
} from '../../../process/engine/process.fixture.ts'

const server = useServer()
const path = '/api/v1/processes/ref/tried/try'

const variables =
  '<chancery:variable name="amount" type="integer" title="Amount" required="true"/>' +
  '<chancery:variable name="decision" type="string"/><chancery:variable name="remark" type="string"/>' +
  '<chancery:variable name="score" type="integer" direction="internal"/>'
const form = '<chancery:form><chancery:field name="remark"/></chancery:form>'
const exits =
  '<chancery:task result="decision"/><chancery:exit code="accept" name="Accept"/>' +
  '<chancery:exit code="reject" name="Reject" required="remark"/>'
const purchase = bpmn([
  extensions(variables),
  start(),
  gateway('exclusive', 'large', 'default="large-ask"'),
  user('approve', '', exits + form),
  boundary('late', 'approve', timer('P2D')),
  service(
    'ask',
    '',
    '<chancery:variable name="result" type="integer"/><chancery:output name="score" value="result * 2"/>',
  ),
  end('done'),
  end('over'),
  flows('s > large', 'large > approve [amount > 1000]', 'large > ask > done', 'approve > done', 'late > over'),
])

const answerTo = (input: Body): Promise<Answer> => server.call('POST', path, { xml: purchase, ...input })
async function tried(input: Body): Promise<Body> {
  const answer = await answerTo(input)
  assertDone(answer)
  return answer.body
}

describe('the trial of a file', () => {
  it('first tells which values a start needs', async () => {
    const { status, start, waits } = await tried({})
    assert.deepEqual([status, waits], ['new', []])
    assert.deepEqual(
      start.map(({ code, type, required, view }: Body) => [code, type, required, view.name]),
      [
        ['amount', 'FLOAT', true, 'Amount'],
        ['decision', 'STRING', false, 'decision'],
        ['remark', 'STRING', false, 'remark'],
      ],
    )
    assertRefused(await answerTo({ context: {} }), 400, 'context.invalid', /amount/)
  })

  it('shows the path, and what the instance waits for with its exits and fields', async () => {
    const { status, elements, flows, waits, context } = await tried({ context: { amount: 1500 } })
    assert.deepEqual([status, context.amount], ['running', 1500])
    assert.deepEqual(flows, ['s-large', 'large-approve'])
    assert.deepEqual(
      elements.map(({ elementId, active, completed }: Body) => [elementId, active, completed]),
      [
        ['s', 0, 1],
        ['large', 0, 1],
        ['approve', 1, 0],
      ],
    )
    const [task, late] = [...waits].sort((a: Body, b: Body) => (a.kind < b.kind ? -1 : 1))
    assert.deepEqual([task.elementId, task.kind, late.elementId, late.kind], ['approve', 'task', 'late', 'timer'])
    assert.deepEqual(
      [task.exits.map(({ code }: Body) => code), task.fields.map(({ code }: Body) => code)],
      [['accept', 'reject'], ['remark']],
    )
  })

  it('takes the steps: an exit with values, time that passes, an answer of another system, an error', async () => {
    const context = { amount: 1500 }
    const rejected = { elementId: 'approve', exit: 'reject', values: { remark: 'too much' } }
    const ended = await tried({ context, steps: [rejected] })
    assert.deepEqual([ended.status, ended.context.decision, ended.context.remark], ['completed', 'reject', 'too much'])
    const late = await tried({ context, steps: [{ elementId: 'late' }] })
    assert.ok(late.flows.includes('late-over'))
    const asked = await tried({ context: { amount: 5 }, steps: [{ elementId: 'ask', values: { result: 21 } }] })
    assert.deepEqual([asked.status, asked.context.score], ['completed', 42])
    const failed = await tried({ context: { amount: 5 }, steps: [{ elementId: 'ask', error: 'E7' }] })
    assert.deepEqual([failed.status, failed.incidents[0].elementId], ['running', 'ask'])
  })

  it('refuses what a real instance would refuse', async () => {
    const context = { amount: 1500 }
    const step = (one: Body) => answerTo({ context, steps: [{ elementId: 'approve', ...one }] })
    assertRefused(await step({ exit: 'maybe' }), 400, 'task.wrong_exit', /maybe/)
    assertRefused(await step({ exit: 'reject' }), 400, 'task.wrong_values', /remark/)
    assertRefused(await step({ elementId: 'ask' }), 400, 'process.trial_refused', /"ask" does not wait/)
    assertRefused(await answerTo({ xml: 'no xml' }), 400, 'process.invalid', /./)
  })

  it('runs scripts, and ends a process that repeats automatic steps endlessly', async () => {
    const script = (text: string) =>
      bpmn([
        extensions('<chancery:variable name="n" type="integer"/>'),
        start(),
        gateway('exclusive', 'again'),
        `<scriptTask id="count" scriptFormat="javascript"><script>${text}</script></scriptTask>`,
        flows('s > again > count > again'),
      ])
    assertRefused(
      await answerTo({ xml: script('return { n: (n ?? 0) + 1 }'), context: {} }),
      400,
      'process.trial_refused',
      /repeats automatic steps endlessly/,
    )
  })

  it('stores nothing', async () => {
    const tasks = async () => (await server.call('GET', '/api/v1/tasks?performer=any')).body.result.total
    const before = await tasks()
    assertDone(await server.call('POST', path, { xml: oneTask(), context: {} }))
    assertRefused(await server.call('GET', '/api/v1/processes/ref/tried'), 404, 'process.not_found', /./)
    assert.equal(await tasks(), before)
  })
})
