import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, condition, end, extensions, flows, start, user } from '../../../process/engine/process.fixture.ts'

export const bpm = '/pub/v1/bpm'

const variables = extensions(
  [
    '<chancery:variable name="amount" type="decimal" required="true" direction="input"/>',
    '<chancery:variable name="note" type="string"/>',
    '<chancery:variable name="urgent" type="boolean"/>',
    '<chancery:variable name="lawyer" type="user"/>',
    '<chancery:variable name="due" type="datetime"/>',
    '<chancery:variable name="count" type="integer" direction="internal"/>',
  ].join(''),
)

/** Returns a process that waits for a task and for the variable `urgent` to become true. */
const approval = (name = 'Approval'): string =>
  bpmn([
    variables,
    start(),
    user('check'),
    `<boundaryEvent id="urgent" attachedToRef="check" cancelActivity="false">${condition('urgent = true')}</boundaryEvent>`,
    user('hurry'),
    end(),
    flows('s > check > e', 'urgent > hurry > e'),
  ]).replace('<process id="p">', `<process id="p" name="${name}">`)

/** Returns a process that ends at once. */
const straight = (): string => bpmn([variables, start(), end(), flows('s > e')])

let published = 0

/** Publishes a process with a new code and returns its address. */
export async function aProcess(call: Call, which: 'approval' | 'straight' = 'approval'): Promise<TestProcess> {
  const code = `${which}_${++published}_${process.pid}`
  return { ...(await publishVersion(call, code, which)), code }
}

/** Publishes a version of a process. */
export async function publishVersion(call: Call, code: string, which = 'approval', name = 'Approval') {
  const answer = await publish(call, `all.${code}`, which === 'approval' ? approval(name) : straight())
  assertDone(answer)
  return { namespace: 'all', path: `${bpm}/template/all/${code}`, list: `${bpm}/instance/bytemplate/all/${code}/list` }
}

export interface TestProcess {
  readonly namespace: string
  readonly code: string
  readonly path: string
  readonly list: string
}

/** Starts an instance and returns it as the operation answers. */
export async function started(call: Call, { path }: TestProcess, context: object = {}): Promise<Body> {
  const answer = await call('POST', `${path}/run`, { context: { amount: '10.5', ...context } })
  assertDone(answer)
  return answer.body.context
}

/** Returns an instance as the operation `get` answers. */
export async function got(call: Call, id: string): Promise<Body> {
  const answer = await call('GET', `${bpm}/instance/${id}/get`)
  assertDone(answer)
  return answer.body.data
}
