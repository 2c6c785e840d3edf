import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applyFiles } from '../src/api/v1/scheme/scheme.fixture.ts'
import {
  bpmn,
  element,
  end,
  extensions,
  flows,
  gateway,
  start,
  timer,
  user,
} from '../src/process/engine/process.fixture.ts'
import { assertDone, aUser } from './everything.ts'
import { type Answer, type Body, type Call, startEmptyPlatform, type TestPlatform } from './platform.ts'

export const persons = [
  'stranger',
  'starter',
  'viewer',
  'initiator',
  'performer',
  'former',
  'substitute',
  'keeper',
] as const
/**
 * People around one instance. The starter may start the process, the viewer sees its instances, the keeper administers
 * it. The initiator started the instance, the performer has one of its tasks, and the former performer had another. The
 * substitute acts for the keeper, the initiator and the performer in applications that have nothing to do with the process, and sees
 * and does nothing more than a stranger.
 */
export type Person = (typeof persons)[number]

/**
 * A server with the process `deals.main`, which only administrators may use, and an instance that waits in every way in
 * which a process can wait.
 */
export interface ProcessScene extends TestPlatform {
  readonly templateId: string
  /** The instance as the administrator views it. */
  readonly instance: Body
  readonly task: (element: string) => string
  readonly people: Readonly<Record<Person, { readonly id: string; readonly call: Call }>>
  /** Starts another instance like the first. */
  start(): Promise<string>
}

/** A text in the context of the instances and of the instances that they call. */
export const secretText = 'the price is 4711'

const variables = ['lawyer', 'clerk']
  .map((name) => `<chancery:variable name="${name}" type="user"/>`)
  .concat('<chancery:variable name="secret" type="string"/>', '<chancery:variable name="amount" type="decimal"/>')
const by = (id: string, name: string): string =>
  element('userTask', id, extensions(`<chancery:performer type="variable" value="${name}"/>`))
const catching = (id: string, inside: string): string => element('intermediateCatchEvent', id, inside)

const files = (url: string): Record<string, string> => {
  const main = bpmn(
    [
      extensions(variables.join('')),
      start(),
      gateway('parallel', 'fork'),
      by('check', 'lawyer'),
      by('review', 'clerk'),
      catching('pause', timer('P30D')),
      catching('paid', '<messageEventDefinition messageRef="m1"/>'),
      catching('closed', '<signalEventDefinition signalRef="s1"/>'),
      gateway('exclusive', 'broken'),
      user('after'),
      element(
        'serviceTask',
        'ask',
        extensions(`<chancery:action type="delegated"/><chancery:setting name="url" text="${url}"/>`),
      ),
      element(
        'callActivity',
        'call',
        extensions('<chancery:call process="deals.inner"/><chancery:input name="secret" value="secret"/>'),
      ),
      end(),
      flows('s > fork', 'broken > after [amount > "x"]', 'after > e'),
      ...['check', 'review', 'pause', 'paid', 'closed', 'ask', 'call'].map((id) => flows(`fork > ${id} > e`)),
      flows('fork > broken'),
    ],
    '<message id="m1" name="paid"/><signal id="s1" name="closed"/>',
  )
  const inner = bpmn([
    extensions(`<chancery:variable name="secret" type="string"/><chancery:process name="&quot;for &quot; + secret"/>`),
    start(),
    user('inside'),
    end(),
    flows('s > inside > e'),
  ])
  return {
    'solution.yaml': 'code: deals\nname: Deals\nversion: 1.0.0\n',
    'namespaces/deals/namespace.yaml': 'name: Deals\n',
    'namespaces/deals/processes/main.bpmn': main,
    'namespaces/deals/processes/main.yaml': 'access: []\n',
    'namespaces/deals/processes/inner.bpmn': inner,
    'namespaces/deals/processes/inner.yaml': 'access: []\n',
  }
}

/** Asserts that a request has succeeded, and returns the body of its answer. */
export const body = (answer: Answer): Body => {
  assertDone(answer)
  return answer.body
}

/** Starts a server, deploys the process, and starts an instance for the initiator. */
export async function startProcessScene(): Promise<ProcessScene> {
  const other = createServer((_request, response) => void response.writeHead(202).end())
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const started = await startEmptyPlatform({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_PORTS: `${port}` })
  const { call } = started
  await applyFiles(call, files(`http://127.0.0.1:${port}/`))
  const people = await peopleOf(started)
  const { performer, former, initiator } = people
  const successor = await aUser(started, { login: 'successor' })

  async function start(): Promise<string> {
    const context = { lawyer: [performer.id], clerk: [former.id], secret: secretText, amount: '10' }
    const run = await initiator.call('POST', '/pub/v1/bpm/template/deals/main/run', { context })
    const id: string = body(run).context.__id
    const { tasks } = await withChildren(call, id)
    const { id: task } = tasks.find((one: Body) => one.element === 'review')
    body(await call('POST', `/api/v1/tasks/${task}/reassign`, { userId: successor.id, reason: 'another department' }))
    return id
  }

  const instance = await viewed(call, await start())
  return {
    ...started,
    people,
    start,
    instance,
    templateId: instance.template.id,
    task: (of) => instance.tasks.find((one: Body) => one.element === of).id,
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]()
      other.closeAllConnections()
      other.close()
    },
  }
}

/** Returns an instance as the caller views it. */
export const viewed = async (call: Call, id: string): Promise<Body> =>
  body(await call('GET', `/api/v1/instances/${id}`)).instance

/** Returns the view of an instance when it waits for a task or another system, has stopped, or has ended. */
export async function rested(call: Call, id: string): Promise<Body> {
  for (let round = 0; round < 3_000; round++) {
    const view = await viewed(call, id)
    if (view.state !== 'exec') return view
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the instance does not come to rest')
}

/** Returns the view of an instance when it has called a process; the call may be postponed to after the start. */
async function withChildren(call: Call, id: string): Promise<Body> {
  for (let round = 0; round < 3_000; round++) {
    const view = await viewed(call, id)
    if (view.children.length > 0) return view
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('the instance calls no process')
}

const rights: readonly (readonly [Person, string])[] = [
  ['starter', 'start'],
  ['initiator', 'start'],
  ['viewer', 'view'],
  ['keeper', 'administer'],
]

async function peopleOf(started: TestPlatform): Promise<ProcessScene['people']> {
  const made: [Person, { id: string; call: Call }][] = []
  for (const login of persons) made.push([login, await aUser(started, { login })])
  const people = Object.fromEntries(made) as ProcessScene['people']
  for (const [person, right] of rights) {
    const path = `/api/v1/processes/deals/main/grants/${people[person].id}`
    body(await started.call('PUT', path, { rights: [right] }))
  }
  for (const principal of ['keeper', 'initiator', 'performer'] as const) {
    const limited = { principal: people[principal].id, substitute: people.substitute.id, applications: ['deals.other'] }
    body(await started.call('POST', '/api/v1/substitutions', limited))
  }
  return people
}
