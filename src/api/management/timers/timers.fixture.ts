import { randomUUID } from 'node:crypto'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, flows, start, timer } from '../../../process/engine/process.fixture.ts'

const pausing = bpmn([
  start(),
  `<intermediateCatchEvent id="pause">${timer('P30D')}</intermediateCatchEvent>`,
  end(),
  flows('s > pause > e'),
])

/** Publishes a new process that waits for a timer, starts an instance, and returns the timer as lists show it. */
export async function aTimer(call: Call): Promise<Body> {
  const code = `pausing_${randomUUID().slice(0, 8)}`
  assertDone(await publish(call, `all.${code}`, pausing))
  const run = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
  assertDone(run)
  return (await timersOf(call, run.body.context.__id))[0]!
}

/** Lets a user see the instances of the process of a timer. */
export async function letView(call: Call, { instanceId }: Body, userId: string): Promise<void> {
  const { instance } = (await call('GET', `/api/v1/instances/${instanceId}`)).body
  const { namespace, code } = instance.template
  assertDone(await call('PUT', `/api/v1/processes/${namespace}/${code}/grants/${userId}`, { rights: ['view'] }))
}

export async function timersOf(call: Call, instance: string): Promise<Body[]> {
  const query = encodeURIComponent(JSON.stringify({ filter: { tf: { instanceId: instance } } }))
  const answer = await call('GET', `/api/v1/timers?query=${query}`)
  assertDone(answer)
  return answer.body.result.result
}
