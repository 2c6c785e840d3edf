import assert from 'node:assert/strict'
import { assertDone, aUser, item } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { rested, viewed } from '../../../../test/process-scene.ts'
import { applyFiles } from '../../../api/v1/scheme/scheme.fixture.ts'
import { element, extensions } from '../../engine/process.fixture.ts'

/** Returns the declarations of a contract, of the lawyer and of variables for numbers. */
export const variables = (...names: readonly string[]): string =>
  ['<chancery:variable name="contract" type="element" of="deals.contracts"/>']
    .concat('<chancery:variable name="lawyer" type="user"/>')
    .concat(names.map((name) => `<chancery:variable name="${name}" type="decimal"/>`))
    .join('')

/** A task of the lawyer. */
export const check = (id = 'check', more = ''): string =>
  element('userTask', id, extensions(`<chancery:performer type="variable" value="lawyer"/>${more}`))

/** An activity that reads the hidden field `cost` of the contract. */
export const read = element(
  'serviceTask',
  'read',
  extensions(
    '<chancery:action type="element.read"/><chancery:setting name="app" text="deals.contracts"/>' +
      '<chancery:setting name="element" value="contract"/><chancery:output name="cost" value="element.cost"/>',
  ),
)

/** Returns a task that runs a script. */
export const script = (id: string, text: string, inside = ''): string =>
  element('scriptTask', id, `${inside}<script>${text}</script>`, 'scriptFormat="javascript"')

/** The lawyer performs tasks about contracts whose field `cost` only the group finance may read. */
export interface Deals extends TestPlatform {
  readonly lawyer: { readonly id: string; readonly call: Call }
  readonly contract: string
  /** Starts a process for the contract and the lawyer; returns the id of the instance. */
  run(code: string, context?: object, call?: Call): Promise<string>
  /** Asserts that the lawyer sees the instance without these variables, and the administrator with them. */
  assertHidden(id: string, ...names: readonly string[]): Promise<void>
  /** Returns the context that the lawyer sees. */
  shown(id: string): Promise<Body>
}

/** Starts an installation with contracts, these files of processes, and more files of the solution. */
export async function startDeals(
  processes: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<Deals> {
  const started = await startEmptyPlatform({ TEST_CLOCK: '1' })
  const { call } = started
  const named = Object.entries(processes).map(([name, text]) => [`namespaces/deals/processes/${name}`, text])
  await applyFiles(call, { ...contracts, ...Object.fromEntries(named), ...more })
  const lawyer = await aUser(started, { login: 'lawyer' })
  const context = { title: 'A contract', cost: 4711 }
  const contract = item(await call('POST', '/pub/v1/app/deals/contracts/create', { context })).__id
  const shown = async (id: string): Promise<Body> => {
    // An instance that waits for a called process looks as if it rested, so the task is awaited.
    for (let round = 0; round < 3_000; round++) {
      const { state, tasks } = await rested(call, id)
      if (state !== 'wait' || tasks.length > 0) return (await viewed(lawyer.call, id)).context
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.fail('the instance has no task')
  }
  return {
    ...started,
    lawyer,
    contract,
    shown,
    async run(code, more = {}, by = call) {
      const given = { contract: [contract], lawyer: [lawyer.id], ...more }
      const answer = await by('POST', `/pub/v1/bpm/template/deals/${code}/run`, { context: given })
      assertDone(answer)
      return answer.body.context.__id
    },
    async assertHidden(id, ...names) {
      const [own, { context: all }] = [await shown(id), await viewed(call, id)]
      assert.deepEqual(
        names.filter((name) => name in own),
        [],
      )
      assert.deepEqual(
        names.filter((name) => all[name] === null || all[name] === undefined),
        [],
      )
    },
  }
}

const contracts: Record<string, string> = {
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\n',
  'namespaces/deals/groups/finance.yaml': 'name: Finance\n',
  'namespaces/deals/groups/clerks.yaml': 'name: Clerks\n',
  'namespaces/deals/apps/contracts.yaml': `name: Contracts
fields: [{ code: title, type: string }, { code: cost, type: number }]
access:
  fields: [{ fields: [cost], to: [deals.finance], may: [read, write] }]
`,
}
