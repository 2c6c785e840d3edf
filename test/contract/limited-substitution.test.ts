import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { groupIdOf } from '../../src/people/index.ts'
import { bpmn, end, extensions, flows, start } from '../../src/process/engine/process.fixture.ts'
import { assertDone, aUser, item } from '../everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../platform.ts'

const variables = ['<chancery:variable name="lawyer" type="user"/>']
const review = bpmn([
  extensions(variables.join('')),
  start(),
  `<userTask id="check">${extensions('<chancery:performer type="variable" value="lawyer"/>')}</userTask>`,
  end(),
  flows('s > check > e'),
])
const forLawyers = 'access: [{ to: [deals.lawyers], may: [administer] }]\n'
const offers = `name: Offers
fields: [{ code: title, type: string }]
access: { elements: [{ to: [deals.lawyers], may: [view, create, edit] }] }
`
const files: Record<string, string> = {
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\nvisibleTo: [deals.lawyers]\n',
  'namespaces/deals/groups/lawyers.yaml': 'name: Lawyers\n',
  'namespaces/deals/apps/offers.yaml': offers,
  'namespaces/deals/apps/orders.yaml': offers,
  'namespaces/deals/processes/main.bpmn': review,
  'namespaces/deals/processes/main.yaml': forLawyers,
  'namespaces/deals/apps/offers/processes/approve.bpmn': review,
  'namespaces/deals/apps/offers/processes/approve.yaml': forLawyers,
  'namespaces/deals/contracts/papers.yaml': `name: Papers
fields: [{ code: title, type: string }]
sources: [{ application: deals.orders, fields: { title: title } }]
`,
  'namespaces/deals/reports/titles.yaml': 'name: Titles\ncolumns: [{ code: title, type: string }]\n',
  'namespaces/deals/reports/titles.sql': "select 'x' as title\n",
}

let started: TestPlatform
let lawyer: { readonly id: string; readonly call: Call }
let offer: Body
before(async () => {
  started = await startEmptyPlatform()
  await applyFiles(started.call, files)
  lawyer = await aUser(started, { login: 'lawyer' })
  const { call } = started
  assertDone(await call('POST', `/pub/v1/scheme/groups/${groupIdOf('deals', 'lawyers')}/add-items`, [lawyer.id]))
  offer = item(await call('POST', '/pub/v1/app/deals/offers/create', { context: { title: 'offer' } }))
})
after(() => started[Symbol.asyncDispose]())

/** Creates a user who substitutes for the lawyer in one application. */
async function substituteIn(application: string): Promise<Call> {
  const { id, call } = await aUser(started, { login: `substitute in ${application}` })
  const limited = { principal: lawyer.id, substitute: id, applications: [application] }
  assertDone(await started.call('POST', '/api/v1/substitutions', limited))
  return call
}

/** Starts a process with a task for the lawyer, and returns the id of the instance. */
async function run(code: string, more: object = {}): Promise<string> {
  const [namespace, process] = code.split('/')
  const context = { lawyer: [lawyer.id], ...more }
  const answer = await started.call('POST', `/pub/v1/bpm/template/${namespace}/${process}/run`, { context })
  assertDone(answer)
  return answer.body.context.__id
}

const statusOf = async (call: Call, path: string): Promise<number> => (await call('GET', path)).status
const instance = (id: string): string => `/api/v1/instances/${id}`
const tasksOf = async (call: Call): Promise<string[]> => {
  const { body } = await call('GET', '/api/v1/tasks')
  return body.result.result.map((task: Body) => task.instanceId ?? task.instance?.id)
}

/** Everything that tells of definitions, each with the texts that must not occur in the answers. */
const told = {
  '/pub/v1/scheme/namespaces': 'deals',
  '/pub/v1/scheme/solutions': 'deals\\.',
  '/pub/v1/app/list?size=1000': 'orders|offers',
  '/api/v1/processes': 'main|approve',
  '/api/v1/reports': 'titles',
  '/api/v1/instances': 'lawyer|wait',
  '/api/v1/timers': 'timer',
}

describe('a substitution limited to an application', () => {
  it('without objects passes on nothing at all', async () => {
    const call = await substituteIn('deals.nothing')
    const id = await run('deals/main')
    for (const [path, words] of Object.entries(told))
      assert.doesNotMatch(JSON.stringify((await call('GET', path)).body), new RegExp(words), path)
    const groups = await call('POST', '/pub/v1/scheme/groups/list', {})
    assert.doesNotMatch(JSON.stringify(groups.body), /Lawyers/)
    for (const path of [
      instance(id),
      `/pub/v1/bpm/instance/${id}/get`,
      '/api/v1/processes/deals/main',
      '/pub/v1/scheme/namespaces/deals',
      '/pub/v1/scheme/namespaces/deals/processes/main',
      '/api/v1/reports/deals/titles',
    ])
      assert.equal(await statusOf(call, path), 404, path)
    for (const path of [
      '/pub/v1/bpm/template/deals/main/run',
      '/pub/v1/app/deals/papers/contract/list',
      '/pub/v1/reports/deals/titles/list',
    ])
      assert.equal((await call('POST', path, {})).status, 404, path)
    assert.deepEqual(await tasksOf(call), [])
  })

  it('passes on the processes of the application, and no other process', async () => {
    const call = await substituteIn('deals.offers')
    const [approval, main] = [await run('deals.offers/approve'), await run('deals/main')]
    assert.equal(await statusOf(call, instance(approval)), 200)
    assert.equal(await statusOf(call, instance(main)), 404)
    assert.equal(await statusOf(call, '/api/v1/processes/deals.offers/approve/versions/1/bpmn'), 200)
    assert.equal(await statusOf(call, '/api/v1/processes/deals/main'), 404)
    assertDone(await call('POST', `/pub/v1/bpm/instance/${approval}/interrupt`, { comment: 'withdrawn' }))
    const { body } = await call('GET', '/api/v1/processes')
    assert.deepEqual(
      body.processes.map(({ code }: Body) => code),
      ['approve'],
    )
    assert.equal(await statusOf(call, '/api/v1/reports/deals/titles'), 404)
  })

  it('passes on tasks and instances about elements of the application, whatever the process is', async () => {
    const call = await substituteIn('deals.orders')
    const order = item(await started.call('POST', '/pub/v1/app/deals/orders/create', { context: { title: 'order' } }))
    const about = (code: string, { __id }: Body) => ({ __item: { namespace: 'deals', code, id: __id } })
    const seen = await run('deals/main', about('orders', order))
    const others = [await run('deals/main', about('offers', offer)), await run('deals/main')]
    assert.equal(await statusOf(call, instance(seen)), 200)
    for (const id of others) assert.equal(await statusOf(call, instance(id)), 404)
    assert.deepEqual(await tasksOf(call), [seen])
    const { body } = await call('GET', '/api/v1/instances')
    assert.deepEqual([body.result.total, body.result.result[0].__id], [1, seen])
  })
})
