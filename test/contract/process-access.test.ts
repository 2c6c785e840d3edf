import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Body, Call } from '../platform.ts'
import {
  body,
  type Person,
  type ProcessScene,
  persons,
  secretText,
  startProcessScene,
  viewed,
} from '../process-scene.ts'

let scene: ProcessScene
before(async () => {
  scene = await startProcessScene()
})
after(() => scene[Symbol.asyncDispose]())

/** A request about the instance of the scene, whose id replaces `{id}`. */
type Request = (call: Call, id: string) => ReturnType<Call>
const get =
  (path: string): Request =>
  (call, id) =>
    call('GET', path.replace('{id}', id))
const post =
  (path: string, input: object = {}): Request =>
  (call, id) =>
    call('POST', path.replace('{id}', id), input)

/** Returns a request about an object of the instance, such as a task. The id of the object replaces `{id}`. */
const about =
  (find: (view: Body) => Body, path: string, input: object = {}): Request =>
  async (call, id) =>
    call('POST', path.replace('{id}', find(await viewed(scene.call, id)).id), input)
const taskAt = (element: string) => (view: Body) => view.tasks.find((one: Body) => one.element === element)
const incident = (view: Body) => view.incidents.find(({ state }: Body) => state === 'open')
const timer = (view: Body) => view.timers[0]
const point = (view: Body) => view.restorePoints[0]

/** Returns the cells of a row in the order of `persons`. The substitute, before the keeper, gets what a stranger gets. */
const cells = (row: string): string[] => {
  const all = row.trim().split(/\s+/)
  return all.toSpliced(-1, 0, all[0]!)
}

/** Returns the statuses by person. */
const row = (statuses: string): Readonly<Record<Person, number>> =>
  Object.fromEntries(cells(statuses).map((status, index) => [persons[index]!, Number(status)])) as never

const process = '/api/v1/processes/deals/main'
const instance = '/api/v1/instances/{id}'
const wire = '/pub/v1/bpm/instance/{id}'
const missing = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const taskOf = async (call: Call, id: string) =>
  call('GET', `/api/v1/tasks/${taskAt('check')(await viewed(scene.call, id)).id}`)
const selection = { updateAllActive: true }
const by = { reason: 'a reason' }

/** The status that each person gets. A keeper's first request may use its object up, so it has its own instance. */
const requests: Readonly<Record<string, readonly [Request, string]>> = {
  //                                                         stranger starter viewer initiator performer former keeper
  'the view of an instance': [get(instance), '                  404 404 200 200 200 200 200'],
  'the history of an instance': [get(`${instance}/history`), '  404 404 200 200 200 200 200'],
  'an instance with its context': [get(`${wire}/get`), '        404 404 200 200 200 200 200'],
  'a list of instances': [post('/pub/v1/bpm/instance/bytemplate/deals/main/list'), '404 200 200 200 200 200 200'],
  'the template': [get(process), '                              404 200 200 200 404 404 200'],
  'the diagram': [get(`${process}/versions/1/bpmn`), '          404 403 200 403 404 404 200'],
  'the versions': [get(`${process}/versions`), '                404 403 200 403 404 404 200'],
  'the statistics': [get(`${process}/statistics`), '            404 403 200 403 404 404 200'],
  'what starts it': [get(`${process}/starts`), '                404 403 200 403 404 404 200'],
  'its grants': [get(`${process}/grants`), '                    404 403 403 403 404 404 200'],
  'a preview of a move': [post(`${process}/version-preview`, selection), '404 403 403 403 404 404 200'],
  'a move of many': [post(`${process}/move-instances`, selection), '      404 403 403 403 404 404 200'],
  'a move of many by wire': [
    post('/pub/v1/bpm/instance/bytemplate/deals/main/version', selection),
    '404 403 403 403 404 404 200',
  ],
  'retrying its incidents': [post(`${process}/retry-incidents`), '404 403 403 403 404 404 200'],
  'a move of one': [post(`${instance}/move`), '                 404 404 403 403 403 403 200'],
  'restarting a step': [post(`${instance}/restart-step`, { element: 'check', ...by }), '404 404 403 403 403 403 200'],
  'skipping a step': [post(`${instance}/skip-step`, { element: 'pause', ...by }), '     404 404 403 403 403 403 200'],
  'changing the context': [
    (call, id) => call('PUT', `/pub/v1/bpm/instance/${id}/context`, { comment: 'x', context: { amount: '7' } }),
    '404 404 403 403 403 403 200',
  ],
  'starting one': [
    (call) => call('POST', '/pub/v1/bpm/template/deals/main/run', { context: { lawyer: [scene.people.viewer.id] } }),
    '404 200 403 200 404 404 200',
  ],
  'a task': [(call, id) => taskOf(call, id), '                  404 404 200 200 200 200 200'],
  'claiming a task': [about(taskAt('check'), '/api/v1/tasks/{id}/claim'), '404 404 403 403 200 403 409'],
  'another task of the instance': [
    about(taskAt('review'), '/api/v1/tasks/{id}/complete'),
    '404 404 403 403 403 403 200',
  ],
  'reassigning a task': [
    about(taskAt('review'), '/api/v1/tasks/{id}/reassign', { userId: missing, ...by }),
    '404 404 403 403 403 403 400',
  ],
  'firing a timer': [about(timer, '/api/v1/timers/{id}/fire'), '404 404 403 404 404 404 200'],
  'moving a timer': [
    about(timer, '/api/v1/timers/{id}/move', { dueAt: '2030-01-01T00:00:00Z' }),
    '404 404 403 404 404 404 200',
  ],
  'retrying an incident': [about(incident, '/api/v1/incidents/{id}/retry'), '   404 404 404 404 404 404 200'],
  'skipping an incident': [
    about(incident, '/api/v1/incidents/{id}/skip', { ...by, flow: 'broken-after' }),
    '404 404 404 404 404 404 200',
  ],
  'sending a request again': [about(point, '/api/v1/restore-points/{id}/retry'), '404 404 404 404 404 404 200'],
  'answering by hand': [
    about(point, '/api/v1/restore-points/{id}/complete', { comment: 'by phone' }),
    '404 404 404 404 404 404 200',
  ],
  interrupting: [post(`${wire}/interrupt`), '                 404 404 403 403 403 403 200'],
}

describe('each person around an instance', () => {
  for (const [name, [request, statuses]] of Object.entries(requests)) {
    it(`gets what the rights allow: ${name}`, async () => {
      const expected = row(statuses)
      const id = await scene.start()
      const got: Record<string, number> = {}
      for (const person of persons) {
        const { status, body: answer } = await request(scene.people[person].call, id)
        got[person] = status
        if (status >= 400) assert.ok(!JSON.stringify(answer).includes(secretText), JSON.stringify(answer))
        assert.ok(status < 500, JSON.stringify(answer))
      }
      assert.deepEqual(got, expected)
    })
  }
})

/** Returns the ids and the total of a list. */
const ids = (answer: Body): readonly [string[], number] => {
  const { result, total } = body(answer).result
  return [result.map((one: Body) => one.__id ?? one.id ?? one.instanceId), total]
}
const only = (id: string, field: string): string =>
  encodeURIComponent(JSON.stringify({ filter: { tf: { [field]: id } } }))

describe('lists and their totals hold what the person may see', () => {
  const lists: Readonly<Record<string, readonly [(call: Call, id: string) => Promise<Body>, string]>> = {
    //                                                                             stranger … keeper
    'instances of the process': [
      (call, id) => call('POST', '/pub/v1/bpm/instance/bytemplate/deals/main/list', { filter: { tf: { __id: id } } }),
      '- 0 1 1 1 1 1',
    ],
    'instances of the template': [
      (call, id) =>
        call('POST', `/pub/v1/bpm/instance/bytemplateid/${scene.templateId}/list`, { filter: { tf: { __id: id } } }),
      '- 0 1 1 1 1 1',
    ],
    'a search in the context': [
      (call, id) =>
        call('POST', '/pub/v1/bpm/instance/bytemplate/deals/main/list', {
          filter: { tf: { __id: id, secret: secretText } },
        }),
      '- 0 1 1 1 1 1',
    ],
    'all instances': [(call, id) => call('GET', `/api/v1/instances?query=${only(id, '__id')}`), '0 0 1 1 1 1 1'],
    'tasks of anybody': [
      (call, id) => call('GET', `/api/v1/tasks?performer=any&state=all&instanceId=${id}`),
      '0 0 2 2 2 2 2',
    ],
    'tasks to do': [(call, id) => call('GET', `/api/v1/tasks?performer=me&instanceId=${id}`), '0 0 0 0 1 0 0'],
    timers: [(call, id) => call('GET', `/api/v1/timers?query=${only(id, 'instanceId')}`), '0 0 1 0 0 0 1'],
    incidents: [(call, id) => call('GET', `/api/v1/incidents?query=${only(id, 'instanceId')}`), '0 0 0 0 0 0 1'],
    'restore points': [(call, id) => call('GET', `/api/v1/restore-points?instanceId=${id}`), '0 0 0 0 0 0 1'],
  }
  for (const [name, [list, counts]] of Object.entries(lists)) {
    it(name, async () => {
      const id = await scene.start()
      const got: string[] = []
      for (const person of persons) {
        const answer = await list(scene.people[person].call, id)
        if (answer.status === 404) got.push('-')
        else {
          const [found, total] = ids(answer)
          assert.equal(found.length, total)
          got.push(String(total))
        }
      }
      assert.deepEqual(got, cells(counts))
    })
  }

  it('groups of incidents, batches and the processes of the template list', async () => {
    for (const person of persons) {
      const { call } = scene.people[person]
      const { groups } = body(await call('GET', '/api/v1/incidents/groups'))
      assert.equal(groups.length > 0, person === 'keeper', person)
      const { processes } = body(await call('GET', '/api/v1/processes'))
      const isKnown = ['starter', 'viewer', 'initiator', 'keeper'].includes(person)
      assert.deepEqual(
        processes.map(({ code }: Body) => code),
        isKnown ? ['main'] : [],
        person,
      )
    }
    const { batch } = body(await scene.people.keeper.call('POST', `${process}/retry-incidents`, {}))
    for (const person of persons) {
      const { call } = scene.people[person]
      const isOwn = person === 'keeper'
      assert.equal((await call('GET', `/api/v1/batches/${batch.id}`)).status, isOwn ? 200 : 404)
      assert.equal((await call('GET', `/api/v1/batches/${batch.id}/items`)).status, isOwn ? 200 : 404)
      assert.equal(body(await call('GET', '/api/v1/batches')).batches.length > 0, isOwn)
    }
  })
})

describe('what a person sees of an instance', () => {
  it('has no ids of restore points unless the person administers the process', async () => {
    const id = await scene.start()
    const { restorePoints } = await viewed(scene.call, id)
    const [secret] = restorePoints.map((one: Body) => one.id)
    for (const person of ['viewer', 'initiator', 'performer', 'former', 'keeper'] as const) {
      const { call } = scene.people[person]
      const answers = [
        await call('GET', `/api/v1/instances/${id}`),
        await call('GET', `/api/v1/instances/${id}/history`),
        await call('GET', `/pub/v1/bpm/instance/${id}/get`),
        await call('GET', `/api/v1/tasks?performer=any&instanceId=${id}`),
        await call('GET', `/api/v1/timers?query=${only(id, 'instanceId')}`),
      ]
      const isShown = JSON.stringify(answers.map(body)).includes(secret)
      assert.equal(isShown, person === 'keeper', person)
    }
  })

  it('has the called instance, but not its name and nothing in it unless the person sees that one, too', async () => {
    const id = await scene.start()
    const [child] = (await viewed(scene.call, id)).children
    assert.match(child.name, /4711/)
    // The initiator also started the called instance.
    for (const person of ['viewer', 'performer', 'former', 'keeper'] as const) {
      const { call } = scene.people[person]
      const view = await viewed(call, id)
      assert.deepEqual(view.children, [{ ...child, name: null }], person)
      assert.ok(!JSON.stringify(view.active).includes('4711'), person)
      assert.equal((await call('GET', `/api/v1/instances/${child.id}`)).status, 404)
    }
    const own = await viewed(scene.people.initiator.call, id)
    assert.deepEqual(own.children, [child])
  })
})

describe('messages and signals', () => {
  it('reach and tell nothing of processes that the sender may not start', async () => {
    await scene.start()
    for (const person of persons) {
      const { call } = scene.people[person]
      const mayStart = ['starter', 'initiator', 'keeper'].includes(person)
      const message = body(await call('POST', '/api/v1/messages', { name: 'paid' }))
      assert.equal(message.reached > 0, mayStart, person)
      assert.equal(message.instances.length, message.reached)
      if (mayStart) await scene.start()
    }
    for (const person of persons) {
      const { call } = scene.people[person]
      const signal = body(await call('POST', '/api/v1/signals', { name: 'closed' }))
      assert.equal(signal.reached > 0, ['starter', 'initiator', 'keeper'].includes(person), person)
      if (signal.reached > 0) await scene.start()
    }
  })
})

describe('administering one process', () => {
  it('gives nothing over the instances of others, also not in a batch or a preview that names them', async () => {
    const id = await scene.start()
    const [child] = (await viewed(scene.call, id)).children
    const { call } = scene.people.keeper
    const { instances, total } = body(await call('POST', `${process}/version-preview`, { instanceIds: [child.id] }))
    assert.deepEqual([instances, total], [[], 0])
    const { batch } = body(await call('POST', `${process}/move-instances`, { instanceIds: [child.id] }))
    const { items } = body(await call('GET', `/api/v1/batches/${batch.id}/items`))
    assert.deepEqual(
      items.map(({ reasons }: Body) => reasons.map(({ code }: Body) => code)),
      [['NOT_FOUND']],
    )
    for (const path of ['interrupt', 'version'] as const)
      assert.equal((await call('POST', `/pub/v1/bpm/instance/${child.id}/${path}`)).status, 404)
    assert.equal((await call('POST', '/pub/v1/bpm/instance/interrupt', { instances: [id] })).status, 403)
    assert.equal((await call('POST', '/api/v1/instances/interrupt', { instanceIds: [id] })).status, 403)
    assert.equal((await viewed(scene.call, child.id)).state, 'wait')
  })
})
