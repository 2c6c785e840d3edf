import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { compileProcesses, ModelRefused } from './index.ts'
import {
  address,
  boundary,
  bpmn,
  catalog,
  element,
  end,
  errorOf,
  extensions,
  fixtureLanguage,
  flows,
  Play,
  service,
  start,
  user,
} from './process.fixture.ts'
import { createScripts } from './scripts/index.ts'

const delegated = (id: string, attributes = ''): string =>
  element('serviceTask', id, extensions(`<chancery:action type="delegated" ${attributes}/>${address}`))
const script = (id: string, text: string, inside = ''): string =>
  element('scriptTask', id, `${extensions(inside)}<script>${text}</script>`, 'scriptFormat="javascript"')

describe('attempts of a job', () => {
  it('are counted once each, however often a failure is reported', async () => {
    const play = await Play.of([start(), service('a'), end(), flows('s > a > e')])
    const wait = play.wait('a')
    assert.equal(play.send({ type: 'fail', wait, attempt: 1, message: 'no' }).outcome, 'advanced')
    assert.equal(play.send({ type: 'fail', wait, attempt: 1, message: 'no' }).outcome, 'notWaiting')
    assert.deepEqual(play.incidents, [])
    assert.equal(play.send({ type: 'fail', wait, attempt: 2, message: 'no' }).outcome, 'advanced')
    assert.deepEqual(play.incidents, ['JOB_NO_RETRIES a'])
  })

  it('accept a result that arrives before the next attempt', async () => {
    const play = await Play.of([start(), service('a'), end(), flows('s > a > e')])
    play.send({ type: 'fail', wait: play.wait('a'), attempt: 1, message: 'no' })
    play.do('a')
    assert.equal(play.status, 'completed')
  })

  it('wait as long as the other system asks, and never longer than a day', async () => {
    const many = element(
      'serviceTask',
      'a',
      extensions(`<chancery:action type="http" attempts="99" delay="P1D"/>${address}`),
    )
    const play = await Play.of([start(), many, end(), flows('s > a > e')])
    const wait = play.wait('a')
    play.send({ type: 'fail', wait, message: 'busy', retryAfterMs: 7_000 })
    assert.equal(play.postponed('a').due, '2026-03-02T09:00:07.000Z')
    play.send({ type: 'fail', wait, message: 'busy', retryAfterMs: 1e15 })
    assert.equal(play.postponed('a').due, '2026-03-03T09:00:00.000Z')
    for (let attempt = 3; attempt < 99; attempt++) play.send({ type: 'fail', wait, attempt, message: 'busy' })
    assert.deepEqual([play.postponed('a').attempt, play.postponed('a').due], [99, '2026-03-03T09:00:00.000Z'])
  })

  it('of several instances are spread over time', async () => {
    const dues = new Set<string>()
    for (let instance = 0; instance < 5; instance++) {
      const play = await Play.of([
        start(),
        user('u'),
        ...fillers(instance),
        service('a'),
        end(),
        flows('s > u > a > e'),
      ])
      for (let number = 0; number < instance; number++) play.send({ type: 'complete', wait: play.wait(`f${number}`) })
      play.do('u')
      play.send({ type: 'fail', wait: play.wait('a'), message: 'busy' })
      dues.add(play.postponed('a').due)
    }
    assert.ok(dues.size > 1, [...dues].join(' '))
  })
})

/** User tasks beside the flow, so that waits get other ids. */
const fillers = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${user(`f${number}`)}${flows(`s > f${number}`)}`)

describe('the time limit of a delegated activity', () => {
  const play = (extra: readonly string[] = []) =>
    Play.of([start(), delegated('a', 'timeout="PT1H"'), user('b'), ...extra, flows('s > a > b')])

  it('stops it with an incident, and the restore point expires', async () => {
    const run = await play()
    const [point, limit] = run.state!.waits
    assert.deepEqual([point!.kind, limit!.kind, limit!.due], ['delegated', 'timer', '2026-03-02T10:00:00.000Z'])
    run.send({ type: 'complete', wait: limit!.id })
    assert.deepEqual(run.incidents, ['JOB_NO_RETRIES a'])
    assert.deepEqual(run.state!.waits, [])
    assert.ok(
      run.effects.some(
        (effect) => effect.type === 'waitClosed' && effect.wait === point!.id && effect.reason === 'expired',
      ),
    )
    assert.equal(run.send({ type: 'complete', wait: point!.id }).outcome, 'notWaiting')
    run.send({ type: 'retry', incident: run.incident })
    assert.equal(run.waiting, 'a a')
  })

  it('is caught by a boundary event for SYSTEM.FAILED', async () => {
    const run = await play([boundary('late', 'a', errorOf('FAILED')), user('c'), flows('late > c')])
    run.send({ type: 'complete', wait: run.state!.waits.find(({ due }) => due !== undefined)!.id })
    assert.deepEqual([run.waiting, run.incidents], ['c', []])
  })

  it('ends with the answer, and stays while attempts are repeated', async () => {
    const run = await play()
    const [point, limit] = run.state!.waits
    assert.equal(run.send({ type: 'fail', wait: limit!.id, message: 'no' }).outcome, 'notWaiting')
    run.send({ type: 'fail', wait: point!.id, message: 'busy' })
    assert.equal(run.waiting, 'a a')
    run.send({ type: 'complete', wait: point!.id })
    assert.equal(run.waiting, 'b')
  })
})

describe('the input of a script', () => {
  it('is every visible variable, and a declared variable without a value is null', async () => {
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

  it('is what its input mappings name when it has some', async () => {
    const mapping = '<chancery:input name="sum" value="amount + 1"/>'
    const run = await Play.of([start(), script('a', 'return {}', mapping), end(), flows('s > a > e')], { amount: 5 })
    assert.deepEqual(run.opened('a').input, { sum: 6 })
  })
})

describe('a script that cannot run', () => {
  const scripts = createScripts({ threads: 1 })
  after(() => scripts.close())

  const problems = async (text: string): Promise<readonly string[]> => {
    const xml = bpmn([start(), script('a', text), end(), flows('s > a > e')], catalog)
    try {
      await compileProcesses(new TextEncoder().encode(xml), fixtureLanguage, scripts.check)
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

  it('because it was written for another engine gets the sentence that says what to write instead', async () => {
    assert.deepEqual(await problems('const a = 1\nexecution.setVariable("total", a)'), [
      'a: script, line 2: "execution.setVariable" does not exist here; return the new values, such as: return { total: 5 }',
    ])
    for (const text of [
      'Context.data.total = 5',
      'execution.getVariable("a")',
      'const fs = require("fs")',
      'Java.type("x")',
    ])
      assert.match((await problems(text))[0] ?? '', /does not exist here/, text)
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

  it('must be those that the action knows', async () => {
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

  it('may be secrets only where nobody sees them, and go only to a constant host', async () => {
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

  it('hold the name of a secret and never its value', async () => {
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

it('what a request answers is written by its outputs only', async () => {
  const request = (id: string, inside: string): string =>
    element('serviceTask', id, extensions(`<chancery:action type="http"/>${address}${inside}`))
  const output = '<chancery:output name="rate" value="body.rate"/>'
  const run = await Play.of([start(), request('a', ''), request('b', output), end(), flows('s > a > b > e')])
  run.do('a', { status: 200, body: { rate: 3 } }).do('b', { status: 200, body: { rate: 4 } })
  assert.deepEqual(run.variables, { rate: 4 })
})
