import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../../test/platform.ts'
import { applyFiles } from '../../../../api/v1/scheme/scheme.fixture.ts'
import { writeZip } from '../../../../solutions/files/write-zip.ts'
import { bpmn, end, extensions, flows, start } from '../../../engine/process.fixture.ts'
import { check, read, variables } from '../../origins/origins.fixture.ts'
import { publish } from '../templates.fixture.ts'

const form = '<chancery:form><chancery:field name="cost" title="Price"/><chancery:field name="half"/></chancery:form>'
/** A process whose task asks for a price, which the first version does not read from the contract. */
const reading = bpmn([
  extensions(variables('cost', 'half')),
  start(),
  read,
  check('ask', form).replace('id="ask"', 'id="ask" name="Check"'),
  end(),
  flows('s > read > ask > e'),
])
const blind = bpmn([
  extensions(variables('cost', 'half')),
  start(),
  check('ask', form).replace('id="ask"', 'id="ask" name="Check"'),
  end(),
  flows('s > ask > e'),
])
const contracts = 'namespaces/deals/apps/contracts.yaml'
const open = 'name: Contracts\nfields: [{ code: cost, type: number }]\n'
const ruled = `${open}access: { fields: [{ fields: [cost], to: [deals.finance], may: [read] }] }\n`
const limited =
  'shows the field "Price" in the form of "Check" in the process deals.buy only to those who may read the field deals.contracts.cost'
const released =
  'shows the field "Price" in the form of "Check" in the process deals.buy also to those who may not read the field deals.contracts.cost'

const solution = (application: string, process: string, settings = '{}\n'): Readonly<Record<string, string>> => ({
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\n',
  'namespaces/deals/groups/finance.yaml': 'name: Finance\n',
  [contracts]: application,
  'namespaces/deals/processes/buy.bpmn': process,
  'namespaces/deals/processes/buy.yaml': settings,
})

describe('the fields of task forms that hold values of fields with access rules', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const about = (list: readonly Body[]): string[] =>
    list.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('in the form of'))
  async function planned(files: Readonly<Record<string, string>>): Promise<string[]> {
    const answer = await started.call('POST', '/api/v1/solutions/plan', await writeZip(new Map(Object.entries(files))))
    assertDone(answer)
    return about(answer.body.changes)
  }
  async function drifted(): Promise<string[]> {
    const answer = await started.call('GET', '/api/v1/solutions/deals/drift')
    assertDone(answer)
    return about(answer.body.drift)
  }

  it('are named by the plan when a new version of the process fills them from such a field', async () => {
    await applyFiles(started.call, solution(ruled, blind))
    assert.deepEqual(await planned(solution(ruled, reading)), [limited])
    await applyFiles(started.call, solution(ruled, reading))
    assert.deepEqual(await planned(solution(ruled, reading)), [])
    assert.deepEqual(await planned(solution(ruled, blind)), [released])
  })

  it('are named by the plan when only the access rules of the application change', async () => {
    await applyFiles(started.call, solution(open, reading))
    assert.deepEqual(await planned(solution(ruled, reading)), [limited])
    await applyFiles(started.call, solution(ruled, reading))
    assert.deepEqual(await planned(solution(open, reading)), [released])
  })

  it('follow the rule that the settings of the process give to their variable', async () => {
    await applyFiles(started.call, solution(open, reading))
    const own = 'variables: [{ names: [cost], to: [everyone] }]\n'
    assert.deepEqual(await planned(solution(ruled, reading, own)), [])
    await applyFiles(started.call, solution(ruled, reading))
    assert.deepEqual(await planned(solution(ruled, reading, own)), [])
  })

  it('are named by the drift, for versions published by hand and for access rules of administrators', async () => {
    await applyFiles(started.call, solution(ruled, blind))
    assert.deepEqual(await drifted(), [])
    assertDone(await publish(started.call, 'deals.buy', reading))
    assert.deepEqual(await drifted(), [limited])
    await applyFiles(started.call, solution(open, reading))
    assert.deepEqual(await drifted(), [])
    const rules = { fields: [{ fields: ['cost'], to: ['deals.finance'], may: ['read'] }] }
    assertDone(await started.call('PUT', '/api/v1/applications/deals/contracts/access', rules))
    assert.deepEqual(await drifted(), [limited])
  })

  it('are named also in processes that are not part of the solution', async () => {
    assertDone(await started.call('PUT', '/api/v1/applications/deals/contracts/access', {}))
    await applyFiles(started.call, solution(open, blind))
    assertDone(await publish(started.call, 'deals.other', reading))
    assert.deepEqual(await planned(solution(ruled, blind)), [limited.replace('deals.buy', 'deals.other')])
  })
})
