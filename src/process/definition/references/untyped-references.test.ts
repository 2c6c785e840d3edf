import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { aFile } from '../../../api/v1/disk/files.fixture.ts'
import { applyFiles } from '../../../api/v1/scheme/scheme.fixture.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'
import { aLetter, mail } from '../../triggers/starts/starts.fixture.ts'

const variables =
  '<chancery:variable name="note" type="string"/><chancery:variable name="data" type="json"/><chancery:variable name="subject" type="string"/>'
const declared = extensions(variables)
const task = `<userTask id="t">${extensions('<chancery:performer type="initiator"/><chancery:form><chancery:field name="data"/></chancery:form>')}</userTask>`
const read = element(
  'serviceTask',
  'r',
  extensions(
    '<chancery:action type="element.read"/><chancery:setting name="app" text="mail.letters"/><chancery:setting name="element" value="data"/><chancery:output name="subject" value="element.subject"/>',
  ),
)
/** Returns a process that does this work on the element whose id a starter gives. */
const working = (action: string, ...settings: readonly string[]): string => {
  const all = settings.map((attributes) => `<chancery:setting ${attributes}/>`).join('')
  const work = extensions(
    `<chancery:action type="${action}"/><chancery:setting name="app" text="mail.letters"/><chancery:setting name="element" value="note"/>${all}`,
  )
  return bpmn([declared, start(), element('serviceTask', 'x', work), end(), flows('s > x > e')])
}
/** A request to another system, whose answer has an id in a variable without a type for references. */
const delegated = bpmn([
  declared,
  start(),
  element(
    'serviceTask',
    'ask',
    extensions(`<chancery:action type="delegated"/><chancery:setting name="url" text="https://example.invalid/ask"/>
      <chancery:input name="asked" value="data"/><chancery:variable name="found" type="json"/>
      <chancery:output name="note" value="found.id"/>`),
  ),
  end(),
  flows('s > ask > e'),
])
const catalog = '<message id="m" name="sent"/>'
const waiting = element('intermediateCatchEvent', 'w', '<messageEventDefinition messageRef="m"/>')
const calls = `<callActivity id="c">${extensions('<chancery:call process="mail.reads"/><chancery:input name="data" value="data"/>')}</callActivity>`
const open = 'access: [{to: [everyone], may: [start, view]}]\n'

const administered = 'access: [{to: [everyone], may: [start, administer]}]\n'

describe('an id that a user gives in a variable without a type for references', () => {
  let started: TestPlatform
  let anna: Body
  let letter: string
  let file: string
  before(async () => {
    started = await startEmptyPlatform()
    const files = mail({
      'reads.bpmn': bpmn([declared, start(), read, end(), flows('s > r > e')]),
      'reads.yaml': open,
      'later.bpmn': bpmn([declared, start(), task, read, end(), flows('s > t > r > e')]),
      'later.yaml': open,
      'waits.bpmn': bpmn([declared, start(), waiting, read, end(), flows('s > w > r > e')], catalog),
      'waits.yaml': open,
      'calls.bpmn': bpmn([declared, start(), calls, end(), flows('s > c > e')]),
      'calls.yaml': open,
      'attaches.bpmn': working('element.attachFile', 'name="field" text="scans"', 'name="file" value="data"'),
      'attaches.yaml': open,
      'grants.bpmn': working('element.grantAccess', 'name="to" value="subject"', 'name="rights" text="view"'),
      'grants.yaml': open,
      'asks.bpmn': delegated,
      'asks.yaml': administered,
      'changed.bpmn': bpmn([declared, start(), task, read, end(), flows('s > t > r > e')]),
      'changed.yaml': administered,
      'idle.bpmn': bpmn([declared, start(), task, end(), flows('s > t > e')]),
      'idle.yaml': open,
    })
    const letters = 'namespaces/mail/apps/letters.yaml'
    const access =
      'access:\n  elements:\n    - { to: [author], may: [view, edit] }\n    - { to: [everyone], may: [create] }\n'
    const text = files[letters]!.replace('statuses:', '  - {code: scans, type: file, array: true}\nstatuses:')
    await applyFiles(started.call, { ...files, [letters]: `${text}${access}` })
    anna = await aUser(started, { login: 'anna' })
    letter = await aLetter(started.call, { subject: 'secret' })
    file = (await aFile(started.call, 'secret', 'secret.txt')).__id
  })
  after(() => started[Symbol.asyncDispose]())

  const run = (context: object, code = 'reads') =>
    anna.call('POST', `/pub/v1/bpm/template/mail/${code}/run`, { context })
  const hidden = /the id [0-9a-f-]{36} belongs to an element or a file that you cannot see/

  it('is refused at the start when the element or file is hidden, wherever the id is in the value', async () => {
    for (const context of [
      { data: letter },
      { data: { id: letter } },
      { data: [{ deep: [file] }] },
      { data: `${newId()}, ${file}` },
      { note: letter.toUpperCase() },
    ])
      assertRefused(await run(context), 400, 'context.invalid', hidden)
  })

  it('is accepted when the user can see the element, or when it belongs to nothing here', async () => {
    const own = await aLetter(anna.call, { subject: 'mine' })
    const answer = await run({ data: own })
    assertDone(answer)
    assert.equal(answer.body.context.subject, 'mine')
    assertDone(await run({ data: { customer: newId() } }, 'later'))
  })

  it('is refused for a process that passes the value on, and accepted by one that does nothing with it', async () => {
    assertRefused(await run({ data: letter }, 'calls'), 400, 'context.invalid', hidden)
    assertDone(await run({ data: letter }, 'idle'))
  })

  it('is refused for an action that attaches a file, or grants access, with the rights of the platform', async () => {
    const own = await aLetter(anna.call)
    const ownFile = (await aFile(anna.call, 'mine', 'mine.txt')).__id
    assertRefused(await run({ note: own, data: file }, 'attaches'), 400, 'context.invalid', hidden)
    assertRefused(await run({ note: letter, data: ownFile }, 'attaches'), 400, 'context.invalid', hidden)
    assertRefused(await run({ note: letter, subject: anna.id }, 'grants'), 400, 'context.invalid', hidden)
    assert.equal((await anna.call('GET', `/pub/v1/app/mail/letters/${letter}/get`)).status, 404)
    assertDone(await run({ note: own, data: ownFile }, 'attaches'))
    assertDone(await run({ note: own, subject: anna.id }, 'grants'))
  })

  it('is refused in the answer to a restore point, unless the request contained it', async () => {
    for (const [asked, id, isSeen] of [
      [null, letter, false],
      [null, file, false],
      [letter, letter, true],
    ] as const) {
      const instance = await started.call('POST', '/pub/v1/bpm/template/mail/asks/run', { context: { data: asked } })
      assertDone(instance)
      const points = await started.call('GET', `/api/v1/restore-points?instanceId=${instance.body.context.__id}`)
      const [{ __id: point }] = points.body.result.result
      const answer = await anna.call('POST', `/pub/v1/bpm/restore-point/${point}/restore`, {
        context: { found: { id } },
      })
      if (isSeen) assertDone(answer)
      else assertRefused(answer, 400, 'context.invalid', hidden)
    }
  })

  it('is refused when the context is changed by somebody who is not an administrator of the platform', async () => {
    const { body } = await run({}, 'changed')
    for (const context of [{ data: letter }, { note: file }]) {
      const change = { comment: 'x', context }
      const answer = await anna.call('PUT', `/pub/v1/bpm/instance/${body.context.__id}/context`, change)
      assertRefused(answer, 400, 'context.invalid', hidden)
    }
  })

  it('is refused when a task is completed, unless an administrator gave it', async () => {
    const { body } = await run({}, 'later')
    const [id] = Object.keys(body.context.__tasks)
    const complete = () => anna.call('POST', `/api/v1/tasks/${id}/complete`, { context: { data: letter } })
    assertRefused(await complete(), 400, 'task.wrong_values', hidden)
    const change = { comment: 'by the administrator', context: { data: letter } }
    assertDone(await started.call('PUT', `/pub/v1/bpm/instance/${body.context.__id}/context`, change))
    assertDone(await complete())
  })

  it('is refused in a message', async () => {
    assertDone(await run({}, 'waits'))
    const sent = await anna.call('POST', '/api/v1/messages', { name: 'sent', context: { data: letter } })
    assertRefused(sent, 400, 'context.invalid', hidden)
  })

  it('is warned of when an action reads the variable', async () => {
    const xml = bpmn([declared, start(), read, end(), flows('s > r > e')])
    const checked = await started.call('POST', '/api/v1/processes/mail/reads/check', new TextEncoder().encode(xml))
    assertDone(checked)
    const warnings = checked.body.problems.map(({ elementId, message }: Body) => `${elementId}: ${message}`)
    assert.equal(warnings.length, 1, JSON.stringify(warnings))
    assert.match(warnings[0], /^r: the setting "element" reads the variable "data" of the type json/)
  })
})
