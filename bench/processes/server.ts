import { bpmn, end, flows, start, user } from '../../src/process/engine/process.fixture.ts'
import type { Body } from '../../test/platform.ts'
import type { Subject } from '../subject.ts'
import { type Answered, send } from './requests.ts'

const namespace = 'bench'

/** Sends a JSON request and returns the answer. Throws when it is not 200. */
export async function call(
  { url, token }: Subject,
  method: string,
  path: string,
  body?: object | Uint8Array,
): Promise<Body> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export const path = {
  run: (code: string): string => `/pub/v1/bpm/template/${namespace}/${code}/run`,
  complete: (task: string): string => `/api/v1/tasks/${task}/complete`,
  list: (code: string): string => `/pub/v1/bpm/instance/bytemplate/${namespace}/${code}/list`,
  process: (code: string): string => `/api/v1/processes/${namespace}/${code}`,
}

/** Publishes a process of these elements. */
export async function publish(subject: Subject, code: string, elements: readonly string[]): Promise<void> {
  const variables =
    '<extensionElements><chancery:variable name="amount" type="decimal"/><chancery:variable name="name" type="string"/><chancery:variable name="at" type="datetime"/></extensionElements>'
  const file = new TextEncoder().encode(bpmn([variables, ...elements]))
  await call(subject, 'POST', `${path.process(code)}/publish`, file)
}

const steps = ['a', 'b', 'c', 'd', 'x']
const line = `s > ${steps.join(' > ')} > e`
const many = (count: number): string =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`

export const diagrams = {
  tasks: [start(), ...steps.map((id) => user(id)), end(), flows(line)],
  steps: [start(), ...steps.map((id) => `<task id="${id}"/>`), end(), flows(line)],
  timed: [
    start(),
    '<intermediateCatchEvent id="t"><timerEventDefinition><timeDate>at</timeDate></timerEventDefinition></intermediateCatchEvent>',
    end(),
    flows('s > t > e'),
  ],
  hot: [start(), user('t', many(400)), end(), flows('s > t > e')],
}

/** The context with which callers start instances. */
export const context = { amount: '5', name: 'Contract' }

/** Starts `count` instances. */
export function startMany(subject: Subject, code: string, count: number, connections: number): Promise<Answered> {
  const paths = Array<string>(count).fill(path.run(code))
  return send({ ...subject, connections, method: 'POST', paths, body: JSON.stringify({ context }) })
}

/** Completes tasks, in the given order. */
export function completeAll(subject: Subject, tasks: readonly string[], connections: number): Promise<Answered> {
  return send({ ...subject, connections, method: 'POST', paths: tasks.map(path.complete), body: '{}' })
}
