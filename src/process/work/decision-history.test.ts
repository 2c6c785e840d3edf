import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone } from '../../../test/everything.ts'
import type { Body } from '../../../test/platform.ts'
import { rested } from '../../../test/process-scene.ts'
import { useServer } from '../../../test/shared-server.ts'
import { decision, dmn, input, table } from '../../decisions/decisions.fixture.ts'
import { applyDecisions, solutionOf } from '../../decisions/deployed.fixture.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'
import { publish } from '../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, loop, start, user } from '../engine/process.fixture.ts'

const server = useServer()

/** Returns a file with a decision that gives this discount for amounts from 100. */
const discount = (rate: string): Uint8Array => {
  const rules = [
    ['< 100', '0'],
    ['>= 100', rate],
  ]
  const logic = table({ inputs: [{ expression: 'amount' }], rules })
    .replace('<rule id="rule1">', '<annotation name="Why"/><rule id="rule1">')
    .replace(
      '</rule></decisionTable>',
      '<annotationEntry><text>large orders</text></annotationEntry></rule></decisionTable>',
    )
  return dmn(input('amount', 'number'), decision('rate', logic, { inputs: ['amount'] }))
}

const ambiguous = dmn(
  input('amount', 'number'),
  decision(
    'rate',
    table({
      inputs: [{ expression: 'amount' }],
      rules: [
        ['< 100', '0'],
        ['< 200', '0.1'],
      ],
    }),
    { inputs: ['amount'] },
  ),
)

const task = (attributes: string, inside = ''): string =>
  element(
    'businessRuleTask',
    'd',
    `${extensions(`<chancery:decision path="${attributes}" result="discount"/>`)}${inside}`,
  )

const variables = extensions(
  '<chancery:variable name="amount" type="decimal"/><chancery:variable name="discount" type="json"/>',
)

/** Returns a process with variables and these activities. The business rule task has the id `d`. */
const file = (flow: string, ...activities: string[]): string =>
  bpmn([variables, start(), ...activities, end(), flows(flow)])

/** Publishes a process with one business rule task and starts it. Returns the id of the instance. */
async function startWith(code: string, activity: string, context: object): Promise<string> {
  assertDone(await publish(server.call, `traced.${code}`, file('s > d > e', activity)))
  return started(code, context)
}

async function started(code: string, context: object, namespace = 'traced'): Promise<string> {
  const answer = await server.call('POST', `/pub/v1/bpm/template/${namespace}/${code}/run`, { context })
  assertDone(answer)
  return answer.body.context.__id
}

/** Waits until an instance has this many evaluated decisions in its history, and returns them in their order. */
async function decidedIn(id: string, count = 1): Promise<Body[]> {
  for (const untilMs = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const { body } = await server.call('GET', `/api/v1/instances/${id}/history?size=1000`)
    const events = body.result.result.toReversed().flatMap((advance: Body) => advance.events)
    const decided = events.filter(({ type }: Body) => type === 'decided')
    if (decided.length >= count || Date.now() > untilMs) return decided
  }
}

const versionOf = async (id: string): Promise<unknown> => (await decidedIn(id)).map((event) => event.decision.version)

describe('the history of an instance', () => {
  before(() => applyDecisions(server.call, 'traced', { 'rate.dmn': discount('0.1'), 'open.dmn': ambiguous }))

  it('has the version, the values and the rules of each evaluated decision', async () => {
    const id = await startWith('once', task('traced.rate'), { amount: 150 })
    const [{ token, ...event }] = (await decidedIn(id)) as [Body]
    assert.equal(typeof token, 'number')
    assert.deepEqual(event, {
      type: 'decided',
      element: 'd',
      decision: {
        path: 'traced.rate',
        id: 'rate',
        name: 'rate',
        version: 1,
        inputs: { amount: 150 },
        tables: [
          {
            element: 'rate',
            name: 'rate',
            inputs: [{ name: 'amount', value: 150 }],
            rules: [{ number: 2, id: 'rule2', annotations: { Why: 'large orders' } }],
            ruleCount: 1,
            output: 0.1,
          },
        ],
        result: 0.1,
      },
    })
  })

  it('has a decision that failed, and the next attempt', async () => {
    const id = await startWith('failing', task('traced.open'), { amount: 50 })
    const [failed] = (await decidedIn(id)) as [Body]
    assert.equal('result' in failed.decision, false)
    assert.match(failed.decision.failures[0], /rules 1 and 2 match/)
    assert.deepEqual(
      failed.decision.tables[0].rules.map(({ number }: Body) => number),
      [1, 2],
    )
    const { body } = await server.call('GET', `/api/v1/instances/${id}`)
    assertDone(
      await server.call('PUT', `/pub/v1/bpm/instance/${id}/context`, { comment: 'more', context: { amount: 150 } }),
    )
    assertDone(await server.call('POST', `/api/v1/incidents/${body.instance.incidents[0].id}/retry`, {}))
    const results = (await decidedIn(id, 2)).map(({ decision: { inputs, result } }) => [inputs.amount, result])
    assert.deepEqual(results, [
      [50, undefined],
      [150, 0.1],
    ])
  })

  it('has one entry for each repetition of the task', async () => {
    const more = '<chancery:loop collection="[50, 150]" item="amount"/>'
    const repeated = element(
      'businessRuleTask',
      'd',
      `${extensions(`<chancery:decision path="traced.rate" result="discount"/>${more}`)}${loop('', 'isSequential="true"')}`,
    )
    const decided = await decidedIn(await startWith('each', repeated, {}), 2)
    assert.deepEqual(
      decided.map(({ decision: { inputs, result } }) => [inputs.amount, result]),
      [
        [50, 0],
        [150, 0.1],
      ],
    )
  })
})

describe('a business rule task', () => {
  before(() => applyDecisions(server.call, 'bound', { 'rate.dmn': discount('0.1') }))

  it('evaluates the newest version, the version of its deployment, or a numbered version', async () => {
    const bindings = { latest: '', deployed: '" binding="deployment', first: '" binding="version" version="1' }
    const waiting = (path: string): string => file('s > u > d > e', user('u'), task(path))
    for (const [code, more] of Object.entries(bindings))
      assertDone(await publish(server.call, `traced.${code}`, waiting(`bound.rate${more}`)))
    await applyDecisions(server.call, 'bound', { 'rate.dmn': discount('0.2') })
    const amount = { amount: 150 }
    assert.deepEqual(await versionOf(await startWith('now', task('bound.rate" binding="deployment'), amount)), [2])
    await applyDecisions(server.call, 'bound', { 'rate.dmn': discount('0.3') })
    const versions: Record<string, unknown> = {}
    for (const code of Object.keys(bindings)) {
      const id = await started(code, amount)
      const { body } = await server.call('GET', `/api/v1/instances/${id}`)
      assertDone(await server.call('POST', `/api/v1/tasks/${body.instance.tasks[0].id}/complete`, {}))
      versions[code] = await versionOf(id)
    }
    assert.deepEqual(versions, { latest: [3], deployed: [1], first: [1] })
    assert.deepEqual(await versionOf(await started('now', amount)), [2])
  })

  it('is bound to the version of a decision that was applied together with the process', async () => {
    const bound = file('s > d > e', task('together.rate" binding="deployment'))
    const apply = async (rate: string): Promise<void> => {
      const files = solutionOf('together', { 'rate.dmn': discount(rate) })
      files.set('namespaces/together/processes/paid.bpmn', bound)
      assertDone(await server.call('POST', '/api/v1/solutions/apply', await writeZip(files)))
    }
    await apply('0.1')
    assert.deepEqual(await versionOf(await started('paid', { amount: 150 }, 'together')), [1])
    await apply('0.2')
    assert.deepEqual(await versionOf(await started('paid', { amount: 150 }, 'together')), [1])
  })

  it('evaluates the first version when the decision did not exist at its deployment', async () => {
    const bound = task('early.rate" binding="deployment')
    assertDone(await publish(server.call, 'traced.early', file('s > d > e', bound)))
    await applyDecisions(server.call, 'early', { 'rate.dmn': discount('0.1') })
    await applyDecisions(server.call, 'early', { 'rate.dmn': discount('0.2') })
    assert.deepEqual(await versionOf(await started('early', { amount: 150 })), [1])
  })

  it('stops with an incident when its version does not exist', async () => {
    const id = await startWith('missing', task('bound.rate" binding="version" version="70'), { amount: 150 })
    const { incidents } = await rested(server.call, id)
    assert.equal(incidents[0].message, 'version 70 of bound.rate does not exist; the newest version is 3')
  })
})
