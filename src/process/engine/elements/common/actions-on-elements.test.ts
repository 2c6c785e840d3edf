import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import { bpmn, compile, element, end, extensions, flows, Play, start } from '../../process.fixture.ts'

const setting = (name: string, text: string): string => `<chancery:setting name="${name}" text="${text}"/>`
const named = (name: string, value: string): string => `<chancery:setting name="${name}" value="${value}"/>`
const field = '<chancery:input name="title" value="name"/>'

/** Returns the problems of a process with one element `a`. */
async function problemsOf(task: string): Promise<readonly string[]> {
  try {
    await compile(bpmn([start(), task, end(), flows('s > a > e')]))
    return []
  } catch (error) {
    assert.ok(error instanceof ModelRefused)
    return error.problems.map(({ elementId, message }) => `${elementId}: ${message}`)
  }
}
const action = (type: string, inside: string): string =>
  element('serviceTask', 'a', extensions(`<chancery:action type="${type}"/>${inside}`))

describe('an action on elements', () => {
  it('is published with its required settings', async () => {
    const app = setting('app', 'docs.contracts')
    const own: readonly (readonly [string, string])[] = [
      ['element.create', app + field],
      ['element.read', app + named('element', 'contract')],
      ['element.update', field],
      ['element.update', app + named('element', 'contract') + field],
      ['element.setStatus', setting('status', 'signed')],
      ['element.attachFile', setting('field', 'scans') + named('file', 'scan')],
      ['element.takeNumber', app],
      ['element.takeNumber', ''],
      ['element.register', setting('case', '01-03') + setting('office', 'MSK') + app],
      ['element.grantAccess', setting('to', 'docs.lawyers') + setting('rights', 'view edit')],
    ]
    for (const [type, inside] of own) assert.deepEqual(await problemsOf(action(type, inside)), [], type)
  })

  const refused: readonly [string, string, string, string][] = [
    [
      'without an application',
      'element.create',
      field,
      'the action "element.create" needs <chancery:setting name="app" …/>',
    ],
    [
      'without a status',
      'element.setStatus',
      '',
      'the action "element.setStatus" needs <chancery:setting name="status" …/>',
    ],
    [
      'without rights',
      'element.grantAccess',
      setting('to', 'a.b'),
      'the action "element.grantAccess" needs <chancery:setting name="rights" …/>',
    ],
    [
      'with an unknown right',
      'element.grantAccess',
      setting('to', 'a.b') + setting('rights', 'view own'),
      'chancery:setting "rights": "own" is unknown; use view, edit, delete, export, access',
    ],
    [
      'with a wrong path',
      'element.create',
      setting('app', 'contracts') + field,
      'chancery:setting "app": "contracts" must be the path of an application, such as legal.contracts',
    ],
    [
      'with an element of an unnamed application',
      'element.update',
      named('element', 'x') + field,
      'the setting "element" needs the setting "app", which names the application of the element',
    ],
    [
      'that changes nothing',
      'element.update',
      '',
      'the action "element.update" changes nothing: add <chancery:input name="FIELD" value="…"/>',
    ],
    [
      'with an unknown setting',
      'element.update',
      field + setting('state', 'x'),
      'chancery:setting: the action "element.update" has no setting "state"; use app, element',
    ],
    [
      'without a template',
      'document.generate',
      '',
      'the action "document.generate" needs <chancery:setting name="template" …/>',
    ],
    [
      'with a wrong path of a template',
      'document.generate',
      setting('template', 'letter'),
      'chancery:setting "template": "letter" must be the path of a document template, such as docs.outgoing.answer',
    ],
    [
      'with an unknown format',
      'document.generate',
      setting('template', 'docs.letter') + setting('format', 'odt'),
      'chancery:setting "format": "odt" is unknown; use docx, html, pdf',
    ],
    [
      'that takes an unknown right',
      'element.revokeAccess',
      setting('to', 'a.b') + setting('rights', 'own'),
      'chancery:setting "rights": "own" is unknown; use view, edit, delete, export, access',
    ],
  ]
  for (const [name, type, inside, message] of refused) {
    it(`is refused ${name}`, async () => {
      assert.deepEqual(await problemsOf(action(type, inside)), [`a: ${message}`])
    })
  }

  it('writes only its output mappings', async () => {
    const create = action('element.create', `${setting('app', 'docs.contracts')}${field}`)
    const silent = await Play.of([start(), create, end(), flows('s > a > e')], { name: 'x' })
    assert.deepEqual(silent.opened('a').input, { title: 'x' })
    silent.do('a', { id: 'i', element: { title: 'x' } })
    assert.deepEqual(silent.variables, { name: 'x' })
    const output = create.replace(
      '</extensionElements>',
      '<chancery:output name="contract" value="id"/></extensionElements>',
    )
    const run = await Play.of([start(), output, end(), flows('s > a > e')], { name: 'x' })
    assert.deepEqual(run.do('a', { id: 'i', element: { title: 'x' } }).variables, { name: 'x', contract: 'i' })
  })
})

describe('a business rule task', () => {
  const rule = (attributes: string, inside = ''): string =>
    element('businessRuleTask', 'a', extensions(`<chancery:decision ${attributes}/>${inside}`))

  it('passes every visible variable to the decision, or only its input mappings', async () => {
    const all = await Play.of([start(), rule('path="docs.rate" result="rate"'), end(), flows('s > a > e')], { sum: 5 })
    assert.deepEqual(all.opened('a').input, { sum: 5 })
    assert.deepEqual(all.opened('a').settings, {
      action: 'decision',
      path: 'docs.rate',
      binding: 'latest',
      result: 'rate',
      attempts: 1,
      timeZone: 'UTC',
    })
    const mapping = '<chancery:input name="amount" value="sum + 1"/>'
    const one = await Play.of([start(), rule('path="docs.rate#basic"', mapping), end(), flows('s > a > e')], { sum: 5 })
    assert.deepEqual(one.opened('a').input, { amount: 6 })
    assert.equal(one.opened('a').settings!.decision, 'basic')
  })

  it('is refused without a path, and with a wrong one', async () => {
    assert.match((await problemsOf(rule('result="rate"')))[0]!, /^a: the business rule task names no decision/)
    assert.match(
      (await problemsOf(rule('path="rate"')))[0]!,
      /^a: chancery:decision: path "rate" must be namespace.code/,
    )
    assert.match((await problemsOf(rule('path="a.b" result="1x"')))[0]!, /"1x" is not the name of a variable/)
  })
})
