import { randomUUID } from 'node:crypto'
import { assertDone } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { boundary, bpmn, end, extensions, flows, start, timer, user } from '../../../process/engine/process.fixture.ts'

export interface Versions {
  readonly code: string
  /** Publishes the next version, which has these tasks one after another and these variables. */
  publish(tasks: readonly string[], options?: { variables?: string; timer?: string }): Promise<number>
  start(): Promise<string>
}

/** Creates a process whose versions a test can publish. */
export function versions(call: Call): Versions {
  const code = `moving_${randomUUID().slice(0, 8)}`
  return {
    code,
    async publish(tasks, { variables = '', timer: due } = {}) {
      const events = due === undefined ? [] : [boundary('late', tasks[0]!, timer(due)), end('e2'), flows('late > e2')]
      const xml = bpmn([
        ...(variables === '' ? [] : [extensions(variables)]),
        start(),
        ...tasks.map((id) => user(id)),
        ...events,
        end(),
        flows(`s > ${tasks.join(' > ')} > e`),
      ])
      const answer = await publish(call, `all.${code}`, xml)
      assertDone(answer)
      return answer.body.version
    },
    async start() {
      const answer = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
      assertDone(answer)
      return answer.body.context.__id
    },
  }
}

/** Publishes a process that fails at its gateway as long as its variable has no value. */
export async function failing(call: Call): Promise<{ code: string; start(): Promise<string> }> {
  const code = `failing_${randomUUID().slice(0, 8)}`
  const xml = bpmn([
    extensions('<chancery:variable name="divisor" type="integer"/><chancery:variable name="share" type="decimal"/>'),
    start(),
    `<exclusiveGateway id="share" default="share-e"/>`,
    user('after'),
    end(),
    flows('s > share', 'share > after [if divisor = null then 1 else false]', 'share > e', 'after > e'),
  ])
  const answer = await publish(call, `all.${code}`, xml)
  assertDone(answer)
  return {
    code,
    async start() {
      const run = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: {} })
      assertDone(run)
      return run.body.context.__id
    },
  }
}
