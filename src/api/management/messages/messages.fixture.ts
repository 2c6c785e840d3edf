import { randomUUID } from 'node:crypto'
import { assertDone } from '../../../../test/everything.ts'
import type { Call } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'

const variables = extensions(
  '<chancery:variable name="number" type="string"/><chancery:variable name="paidOn" type="date"/>' +
    '<chancery:variable name="checked" type="boolean" direction="internal"/>',
)

/**
 * Publishes a process whose instances wait for a message or a signal. The process and the message or signal share a new
 * name.
 */
export async function waiting(call: Call, kind: 'message' | 'signal') {
  const name = `${kind}_${randomUUID().slice(0, 8)}`
  const key = kind === 'message' ? extensions('<chancery:message key="number"/>') : ''
  const xml = bpmn(
    [
      variables,
      start(),
      `<intermediateCatchEvent id="w">${key}<${kind}EventDefinition ${kind}Ref="d"/></intermediateCatchEvent>`,
      end(),
      flows('s > w > e'),
    ],
    `<${kind} id="d" name="${name}"/>`,
  )
  assertDone(await publish(call, `all.${name}`, xml))
  return {
    name,
    async start(number = 'A-17'): Promise<string> {
      const run = await call('POST', `/pub/v1/bpm/template/all/${name}/run`, { context: { number } })
      assertDone(run)
      return run.body.context.__id
    },
  }
}
