// Takes long, on PostgreSQL: it compares two installations.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { earlierEnded, openEvents } from '../../src/api/management/events/events.fixture.ts'
import { applyFiles } from '../../src/api/v1/scheme/scheme.fixture.ts'
import { createMovableClock } from '../../src/foundation/kit/clock.ts'
import { groupIdOf } from '../../src/people/index.ts'
import { assertDone, assertRefused, aUser, item } from '../everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../platform.ts'
import { viewed } from '../process-scene.ts'
import { filesOfTwins } from '../twins-solution.ts'

interface World extends TestPlatform {
  readonly lawyer: Call
  readonly accountant: Call
  readonly stranger: Call
  /** Administers the processes, but may not read the field. */
  readonly chief: Call
  readonly users: Readonly<Record<'lawyer' | 'stranger' | 'chief', string>>
  readonly instances: readonly string[]
  /** Starts the process about a contract, gives a user its task, and returns the id of the instance. */
  run(contract: string, userId: string): Promise<string>
  readonly failed: string
}

const opened: TestPlatform[] = []

/**
 * A clock that stands still at the beginning of a minute: both installations name the same minutes, and none makes a
 * second attempt.
 */
const startMs = Math.ceil(Date.now() / 60_000) * 60_000
const clock = { ...createMovableClock(), nowMs: () => startMs }

/** Starts an installation whose contracts have these hidden costs. */
async function startWorld(costs: readonly [number, number]): Promise<World> {
  const started = await startEmptyPlatform({}, { clock })
  opened.push(started)
  const { call } = started
  await applyFiles(call, filesOfTwins)
  const [lawyer, accountant] = [
    await aUser(started, { login: 'lawyer' }),
    await aUser(started, { login: 'accountant' }),
  ]
  const stranger = await aUser(started, { login: 'stranger' })
  assertDone(await call('POST', `/pub/v1/scheme/groups/${groupIdOf('deals', 'finance')}/add-items`, [accountant.id]))
  const run = async (contract: string, lawyerId: string): Promise<string> => {
    const __item = { namespace: 'deals', code: 'contracts', id: contract }
    const context = { __item, contract: [contract], lawyer: [lawyerId] }
    const answer = await call('POST', '/pub/v1/bpm/template/deals/main/run', { context })
    assertDone(answer)
    return answer.body.context.__id
  }
  const instances: string[] = []
  for (const [index, cost] of costs.entries()) {
    const context = { title: `contract ${index}`, cost, open: index === 0 }
    const contract = item(await call('POST', '/pub/v1/app/deals/contracts/create', { context }))
    instances.push(await run(contract.__id, lawyer.id))
  }
  const chief = await aUser(started, { login: 'chief' })
  for (const code of ['main', 'inner', 'failing'])
    assertDone(await call('PUT', `/api/v1/processes/deals/${code}/grants/${chief.id}`, { rights: ['administer'] }))
  const { body } = await call('POST', '/pub/v1/bpm/instance/bytemplate/deals/main/list', {})
  const contract = body.result.result.at(-1).contract
  const failed = await call('POST', '/pub/v1/bpm/template/deals/failing/run', { context: { contract } })
  assertDone(failed)
  assertDone(await call('POST', '/pub/v1/bpm/template/deals/paid/run', { context: { contract } }))
  const id = failed.body.context.__id
  while (!JSON.stringify(await viewed(call, id)).includes('attempt 1 failed')) await wait(20)
  return {
    ...started,
    chief: chief.call,
    failed: id,
    lawyer: lawyer.call,
    accountant: accountant.call,
    stranger: stranger.call,
    users: { lawyer: lawyer.id, stranger: stranger.id, chief: chief.id },
    instances,
    run,
  }
}

let worlds: readonly [World, World]
before(async () => {
  worlds = [await startWorld([4711, 4712]), await startWorld([8002, 8001])]
})
after(async () => {
  for (const world of opened) await world[Symbol.asyncDispose]()
})

const list = '/pub/v1/bpm/instance/bytemplate/deals/main/list'
const byList =
  (body: Body): ((call: Call) => ReturnType<Call>) =>
  (call) =>
    call('POST', list, body)

interface About {
  /** Ids of the first instance, of its task, and of the instance with an incident. */
  readonly id: string
  readonly task: string
  readonly failed: string
}

/** The requests of a reader about processes. */
const requests: Readonly<Record<string, (call: Call, about: About) => ReturnType<Call>>> = {
  'a list of instances': byList({}),
  'a list with chosen fields': byList({ fields: { cost: true, doubled: true, answer: true } }),
  'a filter of a variable': byList({ filter: { tf: { cost: { min: 5000 } } } }),
  'a filter of an empty variable': byList({ filter: { tf: { cost: null } } }),
  'an order by a variable': byList({ sortExpressions: [{ field: 'cost', ascending: true }] }),
  'an order by a computed variable': byList({ sortExpressions: [{ field: 'answer', ascending: false }] }),
  'a query': byList({ filter: { eql: { query: '[doubled] > 10000' } } }),
  'all instances': (call) => call('GET', '/api/v1/instances'),
  'instances of a target': (call) => call('POST', '/pub/v1/bpm/instance/bytarget/list', { target: 'x' }),
  'an instance': (call, { id }) => call('GET', `/api/v1/instances/${id}`),
  'an instance with its context': (call, { id }) => call('GET', `/pub/v1/bpm/instance/${id}/get`),
  'the history': (call, { id }) => call('GET', `/api/v1/instances/${id}/history`),
  'the statistics': (call) => call('GET', '/api/v1/processes/deals/main/statistics'),
  'the processes': (call) => call('GET', '/api/v1/processes'),
  tasks: (call) => call('GET', '/api/v1/tasks?performer=any&state=all'),
  'a task': (call, { task }) => call('GET', `/api/v1/tasks/${task}`),
  timers: (call) => call('GET', '/api/v1/timers'),
  incidents: (call) => call('GET', '/api/v1/incidents'),
  'groups of incidents': (call) => call('GET', '/api/v1/incidents/groups'),
  'an instance with an incident': (call, { failed }) => call('GET', `/api/v1/instances/${failed}`),
  'its history': (call, { failed }) => call('GET', `/api/v1/instances/${failed}/history`),
  'restore points': (call) => call('GET', '/api/v1/restore-points'),
  'a message': (call) => call('POST', '/api/v1/messages', { name: 'paid', correlationKey: '4711' }),
  'a report': (call) => call('POST', '/pub/v1/reports/_process/open_tasks_by_age/list', {}),
  'a report of a solution about incidents': (call) => call('POST', '/pub/v1/reports/deals/stops/list', {}),
  'a report of a solution about instances': (call) => call('POST', '/pub/v1/reports/deals/steps/list', {}),
  'incidents with a message': (call) =>
    call('GET', '/api/v1/incidents?query={"filter":{"eql":{"query":"[message] like \'4711\'"}}}'),
  'durations of instances': (call) => call('POST', '/pub/v1/reports/_process/instance_durations/list', {}),
}

/**
 * Removes from a history how its steps were split into advances: whether a call starts with the advance that reaches it
 * or in one of its own depends on the load of the machine.
 */
function withoutSplit({ result, ...body }: Body): Body {
  if (result?.result?.[0]?.rev === undefined) return { ...body, result }
  const advances = result.result.filter(({ stimulus }: Body) => stimulus.type !== 'call')
  return { ...body, result: advances.map(({ rev: _, ...advance }: Body) => advance) }
}

/** Returns a part of an answer as text, with ids, times and durations replaced, because they differ between installations. */
function textOf(part: unknown): string {
  return JSON.stringify(part)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time')
    .replaceAll(/"(durationMs|meanMs|medianMs|p95Ms|seconds)":[\d.]+/g, '"$1":0')
}

/**
 * Returns an answer as text. Lists without an order are sorted, because objects of the same time follow each other by
 * their ids.
 */
function told({ status, body: { requestId: _, ...body } }: { status: number; body: Body }, isOrdered: boolean): string {
  assert.ok(status < 500, String(body.error))
  const { result, ...rest } = withoutSplit(body)
  const list: Body[] | undefined = result?.result
  if (isOrdered || !Array.isArray(list)) return textOf({ status, ...rest, result })
  return [textOf({ status, ...rest, result: { ...result, result: [] } }), ...list.map(textOf).sort()].join('\n')
}

describe('two installations that differ only in hidden fields give a reader the same answer to', () => {
  for (const [what, ask] of Object.entries(requests)) {
    it(what, async () => {
      for (const who of ['lawyer', 'stranger', 'chief'] as const) {
        const answers = []
        for (const world of worlds) {
          const [id] = world.instances
          const task = (await viewed(world.call, id!)).tasks[0].id
          answers.push(told(await ask(world[who], { id: id!, task, failed: world.failed }), /^an order/.test(what)))
        }
        // The settings show one variable, which is filled from the field, to the performers.
        const [first, second] = answers.map((text) => text.replaceAll(/"(opened)":"[\d.]+"/g, '"$1":""'))
        const shown = first!.replaceAll(/"name":"opened".*?"value":"?[\d.]+"?/g, '')
        const other = second!.replaceAll(/"name":"opened".*?"value":"?[\d.]+"?/g, '')
        assert.equal(shown, other, who)
        assert.doesNotMatch(shown, /4711|9422|2355|8002|16004|4001/)
      }
    })
  }
})

describe('a variable that is filled from a field', () => {
  const contextOf = async (call: Call, id: string): Promise<Body> => (await viewed(call, id)).context

  it('is shown to those who may read the field, with everything that is computed from it', async () => {
    const [{ call, accountant, lawyer, instances }] = worlds
    const id = instances[0]!
    for (const reader of [call, accountant]) {
      const { cost, doubled, answer } = await contextOf(reader, id)
      assert.deepEqual([cost, doubled, answer].map(Number), [4711, 9422, 2355.5])
    }
    const context = await contextOf(lawyer, id)
    assert.deepEqual(
      ['cost', 'doubled', 'answer', 'own'].filter((name) => name in context),
      [],
    )
    assert.equal(context.title, 'contract 0')
  })

  it('is shown to those whom the settings of the process name', async () => {
    const [{ accountant, lawyer, instances }] = worlds
    assert.equal((await contextOf(lawyer, instances[0]!)).opened, '4711')
    assert.ok(!('opened' in (await contextOf(accountant, instances[0]!))))
  })

  it('is hidden with an element that answers 404, even if its field has no rule', async () => {
    const [{ lawyer, instances }] = worlds
    assert.ok(!('title' in (await contextOf(lawyer, instances[1]!))))
  })
})

describe('an instance of a process without access rules', () => {
  it('is visible to participants and to readers of its element, and to nobody else', async () => {
    const [{ lawyer, accountant, stranger, instances }] = worlds
    const seen = async (call: Call) =>
      Promise.all(instances.map(async (id) => (await call('GET', `/api/v1/instances/${id}`)).status))
    assert.deepEqual(await seen(lawyer), [200, 200])
    assert.deepEqual(await seen(accountant), [200, 200])
    assert.deepEqual(await seen(stranger), [200, 404])
  })
})

it('a performer cannot change hidden values, and keeps them when the form is sent back as it was shown', async () => {
  const [{ call, lawyer, instances }] = worlds
  const [task] = (await viewed(call, instances[1]!)).tasks
  const form = (await lawyer('GET', `/api/v1/tasks/${task.id}`)).body.task.fields
  const { value, isRequired, isReadOnly, isHidden } = form.find(({ name }: Body) => name === 'cost')
  assert.deepEqual(
    { value, isRequired, isReadOnly, isHidden },
    { value: null, isRequired: false, isReadOnly: true, isHidden: true },
  )
  const complete = (context: Body, seen?: Body) =>
    lawyer('POST', `/api/v1/tasks/${task.id}/complete`, { context, ...(seen && { seen }) })
  assertRefused(
    await complete({ cost: 1 }),
    400,
    'task.wrong_values',
    /you may not read "cost", so you cannot change it/,
  )
  assertDone(await complete({ cost: null, doubled: null }, { cost: null }))
  const { context } = await viewed(call, instances[1]!)
  assert.deepEqual([context.cost, context.doubled].map(Number), [4712, 9424])
})

it('two installations that differ only in hidden fields tell a reader of the same changes', async () => {
  /** Returns the topics that a reader hears of while hidden values change; ids are replaced by what they mean. */
  async function heard({ call, url, instances, failed, users, run, platform }: World, login: keyof World['users']) {
    const [id] = instances
    const names = new Map([...instances, failed].map((one, index) => [`instance:${one}`, `instance ${index}`]))
    const { body } = await call('POST', '/api/v1/tokens', { name: 'events', login })
    const topics = [...names.keys(), 'application:deals.contracts']
    await earlierEnded(platform.database.reader)
    await using stream = await openEvents(url, `?topics=${topics}`, { authorization: `Bearer ${body.token}` })
    await stream.watching()
    const [contract] = (await viewed(call, id!)).context.contract
    for (const context of [{ cost: 12 }, { cost: 13 }])
      item(await call('POST', `/pub/v1/app/deals/contracts/${contract}/update`, { context }))
    assertDone(await call('PUT', `/pub/v1/bpm/instance/${id}/context`, { comment: 'paid', context: { cost: 14 } }))
    await run(contract, users[login])
    await stream.changed('tasks')
    // The notification of the task can come later than the task.
    const told = [...stream.topics()].filter((topic) => topic !== 'notifications')
    return told.map((topic) => names.get(topic) ?? topic).sort()
  }
  for (const login of ['lawyer', 'stranger', 'chief'] as const) {
    const [first, second] = [await heard(worlds[0], login), await heard(worlds[1], login)]
    assert.deepEqual(first, second, login)
  }
})
