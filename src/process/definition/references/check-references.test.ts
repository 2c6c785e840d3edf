import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { aFile } from '../../../api/v1/disk/files.fixture.ts'
import { applyFiles } from '../../../api/v1/scheme/scheme.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { aLetter, mail } from '../../triggers/starts/starts.fixture.ts'

const task = `<userTask id="t">${extensions('<chancery:performer type="initiator"/>')}</userTask>`
const process = bpmn([
  extensions(
    '<chancery:variable name="letter" type="element" of="mail.letters"/><chancery:variable name="scan" type="file"/>',
  ),
  start(),
  task,
  end(),
  flows('s > t > e'),
])
const variables = extensions('<chancery:variable name="letter" type="element" of="mail.letters"/>')
const catalog = '<message id="m" name="sent"/><signal id="g" name="closed"/>'
const message = '<messageEventDefinition messageRef="m"/>'
const signal = '<signalEventDefinition signalRef="g"/>'
const waits = bpmn(
  [
    variables,
    start(),
    '<parallelGateway id="f"/>',
    element('intermediateCatchEvent', 'm1', message),
    element('intermediateCatchEvent', 'g1', signal),
    end(),
    end('e2'),
    flows('s > f > m1 > e', 'f > g1 > e2'),
  ],
  catalog,
)
const begun = (event: string): string => bpmn([variables, start('s', event), task, end(), flows('s > t > e')], catalog)
const delegated = bpmn([
  variables,
  start(),
  `<serviceTask id="ask">${extensions(`<chancery:action type="delegated"/><chancery:setting name="url" text="https://example.invalid/ask"/>
    <chancery:input name="asked" value="letter"/><chancery:variable name="found" type="element" of="mail.letters"/>
    <chancery:output name="letter" value="found"/>`)}</serviceTask>`,
  end(),
  flows('s > ask > e'),
])
const open = 'access: [{to: [everyone], may: [start, administer]}]\n'
const unknown = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

describe('a reference that a user gives to a process', () => {
  let started: TestPlatform
  let anna: Body
  before(async () => {
    started = await startEmptyPlatform()
    const files = mail({
      'answer.bpmn': process,
      'answer.yaml': open,
      'waits.bpmn': waits,
      'waits.yaml': open,
      'bymessage.bpmn': begun(message),
      'bymessage.yaml': open,
      'bysignal.bpmn': begun(signal),
      'bysignal.yaml': open,
      'delegated.bpmn': delegated,
      'delegated.yaml': open,
    })
    const letters = 'namespaces/mail/apps/letters.yaml'
    const access =
      'access:\n  elements:\n    - { to: [author], may: [view, edit] }\n    - { to: [everyone], may: [create] }\n'
    await applyFiles(started.call, { ...files, [letters]: `${files[letters]}${access}` })
    anna = await aUser(started, { login: 'anna' })
  })
  after(() => started[Symbol.asyncDispose]())

  const run = (context: object, code = 'answer') =>
    anna.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context })
  const started1 = async (): Promise<Body> => {
    const answer = await run({})
    assertDone(answer)
    return answer.body.context
  }
  /** Returns the problems of a refused request as `field: message`, with ids replaced. */
  const problems = ({ status, body }: Body): readonly unknown[] => [
    status,
    ...body.problems.map(({ field, message }: Body) => `${field}: ${message.replace(/[0-9a-f-]{36}/, 'ID')}`),
  ]
  const refused = [
    400,
    'letter: "letter": no element of mail.letters has the id ID',
    'scan: "scan": no file has the id ID',
  ]

  it('is refused at the start when it is hidden, with the same words as when it does not exist', async () => {
    const hidden = await aLetter(started.call)
    const file = await aFile(started.call, 'secret', 'secret.txt')
    assert.deepEqual(problems(await run({ letter: [hidden], scan: [file.__id] })), refused)
    assert.deepEqual(problems(await run({ letter: [unknown], scan: [unknown] })), refused)
    const own = await aLetter(anna.call)
    const answer = await run({ letter: [own] })
    assertDone(answer)
    assert.deepEqual(answer.body.context.letter, [own])
  })

  it('is refused when a task is completed, unless the instance already has it', async () => {
    const hidden = await aLetter(started.call)
    const instance = await started1()
    const [id] = Object.keys(instance.__tasks)
    const complete = (context: object) => anna.call('POST', `/api/v1/tasks/${id}/complete`, { context })
    const wrong = await complete({ letter: [hidden] })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'task.wrong_values'])
    assert.match(wrong.body.error, /no element of mail\.letters/)
    const change = { comment: 'by the administrator', context: { letter: [hidden] } }
    assertDone(await started.call('PUT', `/pub/v1/bpm/instance/${instance.__id}/context`, change))
    assertDone(await complete({ letter: [hidden] }))
  })

  it('is refused when the context is changed', async () => {
    const hidden = await aLetter(started.call)
    const { __id } = await started1()
    const change = { comment: 'x', context: { letter: [hidden] } }
    const wrong = await anna.call('PUT', `/pub/v1/bpm/instance/${__id}/context`, change)
    assertRefused(wrong, 400, 'context.invalid', /no element of mail\.letters/)
  })

  it('is refused in a message, and the message then reaches nothing', async () => {
    const hidden = await aLetter(started.call)
    const waiting = await run({}, 'waits')
    assertDone(waiting)
    const send = (letter: string) =>
      anna.call('POST', '/api/v1/messages', { name: 'sent', context: { letter: [letter] } })
    assertRefused(await send(hidden), 400, 'context.invalid', /no element of mail\.letters/)
    const reached = await send(await aLetter(anna.call))
    assert.deepEqual(reached.body.instances.map(({ process: path, outcome }: Body) => `${path} ${outcome}`).sort(), [
      'mail.bymessage started',
      'mail.waits continued',
    ])
    // The waiting instance has received its message, so this message can only start a process, which refuses it.
    assertRefused(await send(hidden), 400, 'context.invalid', /no element of mail\.letters/)
  })

  it('is refused in a signal, for events that wait and for processes that it starts', async () => {
    const hidden = await aLetter(started.call)
    const send = (letter: string) =>
      anna.call('POST', '/api/v1/signals', { name: 'closed', context: { letter: [letter] } })
    assertRefused(await send(hidden), 400, 'context.invalid', /no element of mail\.letters/)
    assertDone(await run({}, 'waits'))
    assertRefused(await send(hidden), 400, 'context.invalid', /no element of mail\.letters/)
    assertDone(await send(await aLetter(anna.call)))
  })

  it('is refused in the answer to a restore point, unless the request contained it', async () => {
    const [hidden, asked] = [await aLetter(started.call), await aLetter(started.call)]
    const instance = await started.call('POST', '/pub/v1/bpm/template/mail/delegated/run', {
      context: { letter: [asked] },
    })
    assertDone(instance)
    const points = await started.call('GET', `/api/v1/restore-points?instanceId=${instance.body.context.__id}`)
    const [{ __id: point }] = points.body.result.result
    const path = `/pub/v1/bpm/restore-point/${point}/restore`
    const answer = (letter: string) => anna.call('POST', path, { context: { found: [letter] } })
    assert.deepEqual(problems(await answer(hidden)), [400, 'found: "found": no element of mail.letters has the id ID'])
    assertDone(await answer(asked))
  })
})
