import assert from 'node:assert/strict'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'

export const tasks = '/api/v1/tasks'

const variables = extensions(
  '<chancery:variable name="who" type="json"/><chancery:variable name="reason" type="string" title="Reason"/>' +
    '<chancery:variable name="amount" type="decimal"/><chancery:variable name="decision" type="string"/>',
)

/**
 * Returns a process with a task for the performers in the variable `who`, and a second task for the initiator after a
 * rejection.
 */
const file = (): string =>
  bpmn([
    variables,
    start(),
    element(
      'userTask',
      'check',
      extensions(
        '<chancery:performer type="variable" value="who"/>' +
          '<chancery:task subject="&quot;Check &quot; + reason" due="P2D" result="decision"/>' +
          '<chancery:exit code="accept" name="Accept" kind="positive"/><chancery:exit code="reject" kind="negative" required="reason"/>' +
          '<chancery:form><chancery:field name="amount" required="accept"/><chancery:field name="reason"/></chancery:form>',
      ),
    ),
    element('exclusiveGateway', 'g', '', 'default="g-again"'),
    element('userTask', 'again', extensions('<chancery:performer type="initiator"/>')),
    end(),
    flows('s > check > g', 'g > e [decision = "accept"]', 'g > again > e'),
  ])

const published = new WeakMap<object, Promise<string>>()
let count = 0

/** Publishes the process once per server and returns its code in the namespace `all`. */
function publishOnce(server: object, call: Call): Promise<string> {
  const known = published.get(server)
  if (known !== undefined) return known
  const code = `tasks_${++count}_${process.pid}`
  const publishing = publish(call, `all.${code}`, file()).then((answer) => {
    assertDone(answer)
    return code
  })
  published.set(server, publishing)
  return publishing
}

/** Starts an instance as `call` and returns the id of its first task. `who` names the performers. */
export async function aTask(
  server: { readonly call: Call },
  call: Call,
  who: unknown,
  more: Body = {},
): Promise<{ id: string; instance: string }> {
  const code = await publishOnce(server, server.call)
  const run = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, {
    context: { who, reason: 'contract', ...more },
  })
  assertDone(run)
  const { __id: instance, __state } = run.body.context
  assert.equal(__state, 'wait', JSON.stringify(run.body))
  return { id: await taskOf(server.call, instance), instance }
}

/** Returns the id of the only open task of an instance. */
export async function taskOf(call: Call, instance: string): Promise<string> {
  const answer = await call('GET', `${tasks}?instanceId=${instance}`)
  assertDone(answer)
  const found = answer.body.result.result
  assert.equal(found.length, 1)
  return found[0].id
}

export async function viewOf(call: Call, id: string): Promise<Body> {
  const answer = await call('GET', `${tasks}/${id}`)
  assertDone(answer)
  return answer.body.task
}
