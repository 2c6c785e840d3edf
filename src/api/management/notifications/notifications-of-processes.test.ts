import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, made, parts } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { rested } from '../../../../test/process-scene.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'
import { incidentsOf } from '../incidents/incidents.fixture.ts'
import { waitForNotifications } from './notifications.fixture.ts'

const server = useServer()
const declared = extensions(
  '<chancery:variable name="who" type="json"/><chancery:variable name="number" type="string"/><chancery:variable name="about" type="string"/>',
)
const setting = (name: string, expression: string) => `<chancery:setting name="${name}" value="${expression}"/>`
const settings =
  setting('to', 'who') +
  setting('subject', '&quot;Order &quot; + number') +
  setting('text', '&quot;Please look: &quot; + about')
const send = (inside = settings, type = 'sendTask'): string =>
  element(type, 'tell', extensions(`<chancery:action type="notification.send"/>${inside}`))

let count = 0
async function publishOne(inside?: string, type?: string) {
  const code = `tells_${++count}_${process.pid}`
  const answer = await publish(
    server.call,
    `all.${code}`,
    bpmn([declared, start(), send(inside, type), end(), flows('s > tell > e')]),
  )
  return { code, answer }
}

/** Starts a process and waits until it has ended or stopped. Returns the instance as the administrator views it. */
async function run(call: Call, code: string, context: Body, more: object = {}): Promise<Body> {
  const given = { number: '7', about: 'the sum', ...context }
  const answer = await call('POST', `/pub/v1/bpm/template/all/${code}/run`, { context: given, ...more })
  assertDone(answer)
  return rested(server.call, answer.body.context.__id)
}

describe('the activity notification.send', () => {
  it('tells users and groups something, with values of the context', async () => {
    const { code, answer } = await publishOne()
    assertDone(answer)
    const [anna, boris] = [await server.user(), await server.user()]
    const instance = await run(server.call, code, { who: [anna.login, { id: boris.id }, anna.id] })
    assert.equal(instance.state, 'done', JSON.stringify(instance))
    for (const { call } of [anna, boris]) {
      const [{ kind, event, title, text, about }] = (await waitForNotifications(call, 1)) as [Body]
      assert.deepEqual(
        { kind, event, title, text, about },
        {
          kind: 'message',
          event: 'message',
          title: 'Order 7',
          text: 'Please look: the sum',
          about: { type: 'instance', id: instance.id },
        },
      )
    }
  })

  it('is a service task, too, and its receivers can be a text with commas', async () => {
    const { code, answer } = await publishOne(undefined, 'serviceTask')
    assertDone(answer)
    const [anna, boris] = [await server.user(), await server.user()]
    await run(server.call, code, { who: `${anna.login}, ${boris.id}` })
    for (const { call } of [anna, boris]) await waitForNotifications(call, 1)
  })

  it('leads to the element that the instance runs for', async () => {
    const { code, answer } = await publishOne()
    assertDone(answer)
    const anna = await server.user()
    const { __id: id } = await made(server.call, parts, {})
    await run(server.call, code, { who: anna.id, __item: { namespace: 'all', code: 'parts', id } })
    const [{ about }] = (await waitForNotifications(anna.call, 1)) as [Body]
    assert.deepEqual(about, { type: 'element', namespace: 'all', code: 'parts', id })
  })

  it('stops with an incident when nobody is found or the subject is empty, and tells nobody', async () => {
    const { code, answer } = await publishOne(settings.replace('&quot;Order &quot; + number', 'number'))
    assertDone(answer)
    const anna = await server.user()
    for (const [context, message] of [
      [{ who: 'nobody at all' }, /nobody can be told: there is no user or group "nobody at all"/],
      [{ who: [] }, /nobody can be told/],
      [{ who: anna.id, number: ' ' }, /the setting "subject" is empty/],
    ] as const) {
      const { id, state } = await run(server.call, code, context)
      assert.equal(state, 'error')
      const [incident] = await incidentsOf(server.call, id)
      assert.match(incident.message, message)
    }
    await waitForNotifications(anna.call, 0)
  })

  it('without a receiver or a subject is refused when it is published', async () => {
    const { answer } = await publishOne(setting('subject', 'number'))
    assert.equal(answer.status, 400)
    assert.match(JSON.stringify(answer.body), /needs <chancery:setting name=\\"to\\"/)
  })
})
