import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../foundation/kit/xml/model-problems.ts'
import { checkScripts } from '../../foundation/sandbox/index.ts'
import {
  address,
  bpmn,
  element,
  end,
  extensions,
  fixtureLanguage,
  flows,
  Play,
  start,
} from '../engine/process.fixture.ts'
import { compileProcesses } from '../index.ts'

const script = (id: string, text: string, inside = ''): string =>
  element('scriptTask', id, `${extensions(inside)}<script>${text}</script>`, 'scriptFormat="javascript"')

describe('the input of a script', () => {
  it('contains every visible variable; a declared variable without a value is null', async () => {
    const run = await Play.of(
      [
        extensions('<chancery:variable name="note" type="string"/>'),
        start(),
        script('a', 'return {}'),
        end(),
        flows('s > a > e'),
      ],
      { amount: 5 },
    )
    assert.deepEqual(run.opened('a').input, { note: null, amount: 5 })
  })

  it('contains only its input mappings if there are any', async () => {
    const mapping = '<chancery:input name="sum" value="amount + 1"/>'
    const run = await Play.of([start(), script('a', 'return {}', mapping), end(), flows('s > a > e')], { amount: 5 })
    assert.deepEqual(run.opened('a').input, { sum: 6 })
  })
})

describe('an invalid script', () => {
  const problems = async (text: string): Promise<readonly string[]> => {
    const xml = bpmn([start(), script('a', text), end(), flows('s > a > e')])
    try {
      await compileProcesses(new TextEncoder().encode(xml), fixtureLanguage, { checkScripts })
      return []
    } catch (error) {
      assert.ok(error instanceof ModelRefused)
      return error.problems.map(({ elementId, message }) => `${elementId}: ${message}`)
    }
  }

  it('is refused with the id of the element and the line', async () => {
    assert.deepEqual(await problems('return { total: 1 }'), [])
    assert.match((await problems('const a = 1\nconst b = = 2'))[0]!, /^a: script, line 2: unexpected token/)
  })

  it('that was written for another engine is refused with the JavaScript to write instead', async () => {
    assert.deepEqual(await problems('const a = 1\nexecution.setVariable("total", a)'), [
      'a: script, line 2: "execution.setVariable" does not exist; return the new values, such as: return { total: 5 }',
    ])
    for (const text of [
      'Context.data.total = 5',
      'execution.getVariable("a")',
      'const fs = require("fs")',
      'Java.type("x")',
    ])
      assert.match((await problems(text))[0] ?? '', /does not exist/, text)
  })
})

describe('the settings of an action', () => {
  const problems = async (type: string, settings: string): Promise<readonly string[]> => {
    const action = element('serviceTask', 'a', extensions(`<chancery:action type="${type}"/>${settings}`))
    try {
      await compileProcesses(
        new TextEncoder().encode(bpmn([start(), action, end(), flows('s > a > e')])),
        fixtureLanguage,
      )
      return []
    } catch (error) {
      assert.ok(error instanceof ModelRefused)
      return error.problems.map(({ message }) => message)
    }
  }
  const setting = (name: string, attributes: string): string => `<chancery:setting name="${name}" ${attributes}/>`

  it('must be known to the action', async () => {
    assert.deepEqual(await problems('http', address), [])
    assert.deepEqual(await problems('http', ''), ['the action "http" needs <chancery:setting name="url" …/>'])
    assert.deepEqual(await problems('mail', setting('to', 'text="a@example.com"')), [
      'the action "mail" needs <chancery:setting name="subject" …/>',
    ])
    assert.deepEqual(await problems('http', `${address}${setting('verb', 'text="GET"')}`), [
      'chancery:setting: the action "http" has no setting "verb"; use url, method, body, header.NAME',
    ])
    assert.match((await problems('http', `${address}${address}`))[0]!, /"url" is given twice/)
    assert.match((await problems('http', `${address}${setting('method', '')}`))[0]!, /one of text, value/)
  })

  it('can be secrets only in headers and signatures, and only for a constant host', async () => {
    const header = setting('header.Authorization', 'secret="CRM_KEY"')
    const url = (attributes: string): string => setting('url', attributes)
    const constant = 'the host of the address must be constant'
    for (const [settings, message] of [
      [`${url('text="https://a.example/x"')}${header}`, undefined],
      [`${url('value=\'"https://a.example/x?id=" + id\'')}${header}`, undefined],
      [`${url('value=\'"https://a.example" + rest\'')}${header}`, constant],
      [`${url('value=\'"https://" + host\'')}${header}`, constant],
      [`${url('value=\'"https://a@" + host\'')}${header}`, constant],
      [`${url('value="address"')}${header}`, constant],
      [setting('url', 'secret="CRM_KEY"'), 'cannot be a secret'],
      [`${address}${setting('body', 'secret="CRM_KEY"')}`, 'cannot be a secret'],
      [`${address}${setting('header.X', 'secret="crm key"')}`, 'capital letters'],
    ] as const) {
      const found = await problems('http', settings)
      assert.ok(message === undefined ? found.length === 0 : found[0]?.includes(message), `${settings}: ${found}`)
    }
  })

  it('contain the name of a secret and never its value', async () => {
    const header = setting('header.Authorization', 'secret="CRM_KEY"')
    const action = element('serviceTask', 'a', extensions(`<chancery:action type="http"/>${address}${header}`))
    const run = await Play.of([start(), action, end(), flows('s > a > e')])
    const { settings } = run.opened('a')
    assert.deepEqual(
      [settings!.parameters, settings!.secrets],
      [{ url: 'https://crm.example.com/' }, { 'header.Authorization': 'CRM_KEY' }],
    )
  })
})

it('the answer to a request is written by output mappings only', async () => {
  const request = (id: string, inside: string): string =>
    element('serviceTask', id, extensions(`<chancery:action type="http"/>${address}${inside}`))
  const output = '<chancery:output name="rate" value="body.rate"/>'
  const run = await Play.of([start(), request('a', ''), request('b', output), end(), flows('s > a > b > e')])
  run.do('a', { status: 200, body: { rate: 3 } }).do('b', { status: 200, body: { rate: 4 } })
  assert.deepEqual(run.variables, { rate: 4 })
})

it('a delegated activity that declares its answer does not restrict the names of the process', async () => {
  const answer = '<chancery:variable name="rating" type="integer"/>'
  const action = `<chancery:action type="delegated"/>${address}<chancery:input name="who" value="customer"/>${answer}`
  const run = await Play.of([start(), element('serviceTask', 'a', extensions(action)), end(), flows('s > a > e')], {
    customer: 'C7',
  })
  assert.deepEqual(run.opened('a').input, { who: 'C7' })
})

it('the output mappings of a request can read its answer in a process that declares its variables', async () => {
  const declared = extensions('<chancery:variable name="orderId" type="string"/>')
  const output = '<chancery:output name="orderId" value="body.id"/>'
  const request = element('serviceTask', 'a', extensions(`<chancery:action type="http"/>${address}${output}`))
  const run = await Play.of([declared, start(), request, end(), flows('s > a > e')])
  run.do('a', { body: { id: '7' } })
  assert.equal(run.variables.orderId, '7')
})
