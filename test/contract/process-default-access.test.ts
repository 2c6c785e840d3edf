import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { run as runReport } from '../../src/data/reports/reports.fixture.ts'
import { groupIdOf } from '../../src/people/index.ts'
import {
  bpmn,
  element,
  end,
  extensions,
  flows,
  gateway,
  start,
  timer,
} from '../../src/process/engine/process.fixture.ts'
import { assertDone, aUser, item } from '../everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { body } from '../process-scene.ts'

const by = (id: string, name: string): string =>
  element('userTask', id, extensions(`<chancery:performer type="variable" value="${name}"/>`))
const main = bpmn(
  [
    extensions(
      '<chancery:variable name="offer" type="element" of="deals.offers"/>' +
        '<chancery:variable name="lawyer" type="user"/><chancery:variable name="clerk" type="user"/>' +
        '<chancery:variable name="amount" type="decimal"/>',
    ),
    start(),
    gateway('parallel', 'fork'),
    by('check', 'lawyer'),
    by('review', 'clerk'),
    element('intermediateCatchEvent', 'pause', timer('P30D')),
    element('intermediateCatchEvent', 'paid', '<messageEventDefinition messageRef="m1"/>'),
    end(),
    flows('s > fork'),
    ...['check', 'review', 'pause', 'paid'].map((id) => flows(`fork > ${id} > e`)),
  ],
  '<message id="m1" name="paid"/>',
)
const report = (table: string): Record<string, string> => ({
  [`namespaces/deals/reports/${table}.yaml`]: `name: Of ${table}\ncolumns: [{ code: count, type: number }]\n`,
  [`namespaces/deals/reports/${table}.sql`]: `select count(*) as count from bi.system_${table}\n`,
})
const files: Record<string, string> = {
  'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
  'namespaces/deals/namespace.yaml': 'name: Deals\n',
  'namespaces/deals/groups/readers.yaml': 'name: Readers\n',
  'namespaces/deals/apps/offers.yaml':
    'name: Offers\nfields: [{ code: title, type: string }]\naccess: { elements: [{ to: [deals.readers], may: [view] }] }\n',
  'namespaces/deals/processes/main.bpmn': main,
  'namespaces/deals/processes/main.yaml': 'startFrom: [deals.offers]\n',
  ...report('instances'),
  ...report('tasks'),
}

const persons = ['stranger', 'reader', 'performer', 'former', 'initiator', 'viewer'] as const
type Person = (typeof persons)[number]
type Seen = (call: Call) => Promise<number | null>

describe('a process without access rules', () => {
  let started: TestPlatform
  let people: Readonly<Record<Person, { readonly id: string; readonly call: Call }>>
  /** An instance about an element, which the administrator started, and one of the initiator without an element. */
  let ofElement: string
  let alone: string

  before(async () => {
    started = await startEmptyPlatform()
    const { call } = started
    await applyFiles(call, files)
    const made = persons.map(async (login) => [login, await aUser(started, { login })] as const)
    people = Object.fromEntries(await Promise.all(made)) as typeof people
    const { reader, viewer, performer, former, initiator } = people
    assertDone(await call('POST', `/pub/v1/scheme/groups/${groupIdOf('deals', 'readers')}/add-items`, [reader.id]))
    assertDone(await call('PUT', `/api/v1/processes/deals/main/grants/${viewer.id}`, { rights: ['view'] }))
    const offer = item(await call('POST', '/pub/v1/app/deals/offers/create', { context: { title: 'An offer' } })).__id
    const context = { lawyer: [performer.id], clerk: [former.id], amount: '4711' }
    const startFrom = `/api/v1/elements/deals/offers/${offer}/start-process`
    ofElement = body(await call('POST', startFrom, { process: 'deals.main', context })).instanceId
    alone = body(await initiator.call('POST', '/pub/v1/bpm/template/deals/main/run', { context })).context.__id
    for (const id of [ofElement, alone]) {
      const { tasks } = body(await call('GET', `/api/v1/instances/${id}`)).instance
      const { id: task } = tasks.find(({ element: at }: Body) => at === 'review')
      const to = { userId: await started.platform.context.people.administrator(), reason: 'away' }
      assertDone(await call('POST', `/api/v1/tasks/${task}/reassign`, to))
    }
  })
  after(() => started[Symbol.asyncDispose]())

  const total = async (answer: Promise<Body>): Promise<number> => {
    const { result } = body((await answer) as never)
    assert.equal(result.result.length, result.total)
    return result.total
  }
  const counted = async (call: Call, path: string): Promise<number> =>
    body(await runReport(call, path)).result.result[0].count
  const status = async (answer: Promise<Body>): Promise<number> => (await answer).status
  const list = '/pub/v1/bpm/instance/bytemplate/deals/main/list'
  const process = '/api/v1/processes/deals/main'
  const filtered = (field: string, value: string): string =>
    encodeURIComponent(JSON.stringify({ filter: { tf: { [field]: value } } }))

  /** What each person gets: a number of rows, or a status. */
  const cases: Readonly<Record<string, readonly [Seen, string]>> = {
    //                                                              stranger reader performer former initiator viewer
    'the list of instances': [(call) => total(call('POST', list, {})), '        0 1 2 2 1 2'],
    'a search by a variable': [
      (call) => total(call('POST', list, { filter: { tf: { amount: { min: 4711, max: 4711 } } } })),
      '0 1 2 2 1 2',
    ],
    'the count of instances': [async (call) => body(await call('POST', list, { size: 0 })).result.total, '0 1 2 2 1 2'],
    'the list of all instances': [(call) => total(call('GET', '/api/v1/instances')), '0 1 2 2 1 2'],
    'the instance of an element': [
      (call) => status(call('GET', `/api/v1/instances/${ofElement}`)),
      '404 200 200 200 404 200',
    ],
    'its context': [(call) => status(call('GET', `/pub/v1/bpm/instance/${ofElement}/get`)), '404 200 200 200 404 200'],
    'its history': [(call) => status(call('GET', `/api/v1/instances/${ofElement}/history`)), '404 200 200 200 404 200'],
    'the instance of the initiator': [
      (call) => status(call('GET', `/api/v1/instances/${alone}`)),
      '404 404 200 200 200 200',
    ],
    'all tasks': [(call) => total(call('GET', '/api/v1/tasks?performer=any&state=all')), '0 2 4 4 2 4'],
    'a task': [
      async (call) => {
        const { tasks } = body(await started.call('GET', `/api/v1/instances/${ofElement}`)).instance
        return (await call('GET', `/api/v1/tasks/${tasks[0].id}`)).status
      },
      '404 200 200 200 404 200',
    ],
    timers: [(call) => total(call('GET', `/api/v1/timers?query=${filtered('elementId', 'pause')}`)), '0 0 0 0 0 2'],
    'the template': [(call) => status(call('GET', process)), '          200 200 200 200 200 200'],
    'the diagram': [(call) => status(call('GET', `${process}/versions/1/bpmn`)), '200 200 200 200 200 200'],
    'the numbers of instances': [
      async (call) => body(await call('GET', process)).process.counts?.running ?? null,
      '- - - - - 2',
    ],
    'the numbers of versions': [
      async (call) => body(await call('GET', `${process}/versions`)).versions[0].active,
      '- - - - - 2',
    ],
    'the statistics': [(call) => status(call('GET', `${process}/statistics`)), '403 403 403 403 403 200'],
    'a report about instances': [(call) => counted(call, 'deals/instances'), '0 1 2 2 1 2'],
    'a report about tasks': [(call) => counted(call, 'deals/tasks'), '0 2 4 4 2 4'],
  }
  for (const [name, [seen, expected]] of Object.entries(cases)) {
    it(`shows each person the instances that concern the person: ${name}`, async () => {
      const got = await Promise.all(persons.map(async (person) => String((await seen(people[person].call)) ?? '-')))
      assert.deepEqual(got, expected.trim().split(/\s+/), persons.join(' '))
    })
  }

  it('hides its failed and waiting starts from those who do not see all instances', async () => {
    for (const [person, failures] of [
      ['stranger', null],
      ['viewer', 0],
    ] as const) {
      const { starts, pending } = body(await people[person].call('GET', `${process}/starts`))
      assert.deepEqual([starts.every((one: Body) => one.failures === failures), pending], [true, []])
    }
  })

  it('lets messages of others reach only instances that concern them, and names no other', async () => {
    const { stranger, reader } = people
    const message = { name: 'paid' }
    assert.deepEqual(body(await stranger.call('POST', '/api/v1/messages', message)).reached, 0)
    const answer = body(await reader.call('POST', '/api/v1/messages', message))
    assert.deepEqual([answer.reached, answer.instances.map((one: Body) => one.instanceId)], [1, [ofElement]])
  })
})
