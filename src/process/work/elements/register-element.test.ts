import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { rested } from '../../../../test/process-scene.ts'
import {
  aLetter,
  bodyOf,
  caseWith,
  letters,
  registrations,
  useLetterbox,
} from '../../../api/management/registrations/letters.fixture.ts'
import { grant, management } from '../../../api/v1/nomenclature/nomenclature.fixture.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'

const server = useLetterbox()

const setting = (name: string, kind: 'text' | 'value', value: string) =>
  `<chancery:setting name="${name}" ${kind}="${value}"/>`
const letter = setting('app', 'text', 'letterbox.by_process') + setting('element', 'value', 'letter')
const register = (settings: string) =>
  element(
    'serviceTask',
    'register',
    extensions(
      `<chancery:action type="element.register" attempts="1"/>${letter}${settings}<chancery:output name="number" value="number"/>`,
    ),
  )
const variables = extensions(
  ['letter', 'case', 'number'].map((name) => `<chancery:variable name="${name}" type="string"/>`).join(''),
)
const choose = element(
  'userTask',
  'choose',
  extensions(
    '<chancery:performer type="initiator"/><chancery:task type="registration"/>' +
      '<chancery:form><chancery:field name="case" title="Case" required="true"/></chancery:form>',
  ),
)

const codeOf = (name: string) => `${name}_${newId().replaceAll('-', '')}`.slice(0, 30)
let [automatic, byHand, once] = ['', '', '']
before(async () => {
  automatic = codeOf('auto')
  byHand = codeOf('hand')
  once = codeOf('once')
  const settings = setting('case', 'value', 'case') + setting('comment', 'text', 'by mail')
  const auto = bpmn([variables, start(), register(settings), end(), flows('s > register > e')])
  const hand = bpmn([variables, start(), choose, register(settings), end(), flows('s > choose > register > e')])
  assertDone(await publish(server.call, `letterbox.${automatic}`, auto))
  assertDone(await publish(server.call, `letterbox.${byHand}`, hand))
  const anywhere = setting('case', 'value', 'case') + setting('anyCase', 'value', 'true')
  const first = bpmn([variables, start(), register(anywhere), end(), flows('s > register > e')])
  assertDone(await publish(server.call, `letterbox.${once}`, first))
})

/** Starts a process and waits until it has ended, has stopped or waits for a task. Returns the instance. */
async function run(code: string, context: object, call = server.call): Promise<Body> {
  const started = await call('POST', `/pub/v1/bpm/template/letterbox/${code}/run`, { context })
  assertDone(started)
  return rested(server.call, started.body.context.__id)
}
const nameOf = async ({ __id }: Body): Promise<string | null> =>
  (await server.call('GET', `${letters('by_process')}/${__id}/get`)).body.item.__register_name

describe('the action element.register', () => {
  it('registers an element that only processes register, by the index of the case', async () => {
    const index = `i-${newId()}`
    const { id: caseId } = await caseWith(server.call, { template: '{seq}-p' }, { index })
    const one = await aLetter(server.call, {}, 'by_process')
    const { id } = await run(automatic, { letter: one.__id, case: index })
    assert.equal(await nameOf(one), '1-p')
    const list = await server.call(
      'GET',
      `/api/v1/registrations?query={"filter":{"tf":{"nomenclatureId":"${caseId}"}}}`,
    )
    assertDone(list)
    const [found] = list.body.result.result
    assert.deepEqual([found.instanceId, found.card], [id, { comment: 'by mail' }])
  })

  it('leaves an element that is registered in the case as it is, and goes on with its number', async () => {
    const { id: caseId } = await caseWith(server.call, { template: '{seq}-b' })
    const one = await aLetter(server.call, {}, 'by_process')
    const byHand = await server.call('POST', registrations, bodyOf(one, caseId, {}, 'by_process'))
    assertDone(byHand)
    const { context, incidents } = await run(automatic, { letter: one.__id, case: caseId })
    assert.deepEqual([context.number, incidents], ['1-b', []])
    const { body } = await server.call('POST', `/pub/v1/registration/letterbox/by_process/${one.__id}`)
    assert.equal(body.result.length, 1)
  })

  it('registers an element of another case as well, unless the setting "anyCase" is true', async () => {
    const [first, second] = [await caseWith(server.call, { template: 'F{seq}' }), await caseWith(server.call)]
    const numbers = async (code: string): Promise<[string, number]> => {
      const one = await aLetter(server.call, {}, 'by_process')
      assertDone(await server.call('POST', registrations, bodyOf(one, first.id, {}, 'by_process')))
      const { context } = await run(code, { letter: one.__id, case: second.id })
      const { body } = await server.call('POST', `/pub/v1/registration/letterbox/by_process/${one.__id}`)
      return [context.number, body.result.length]
    }
    assert.deepEqual(await numbers(automatic), ['1', 2])
    assert.deepEqual(await numbers(once), ['F2', 1])
  })

  it('fails with its reason and gives no number when it is refused', async () => {
    const { id: caseId } = await caseWith(server.call)
    const one = await aLetter(server.call, {}, 'by_process')
    assertDone(await server.call('POST', `${management}/${caseId}/state`, { state: 'closed' }))
    for (const [given, reason] of [
      [caseId, /is closed/],
      ['no such index', /no active case with the index/],
    ] as const) {
      const { incidents } = await run(automatic, { letter: one.__id, case: given })
      assert.match(incidents[0].message, reason)
    }
    assert.equal(await nameOf(one), null)
  })

  it('asks for the office when several offices have the index', async () => {
    const index = `i-${newId()}`
    await caseWith(server.call, {}, { index })
    await caseWith(server.call, {}, { index })
    const one = await aLetter(server.call, {}, 'by_process')
    const { incidents } = await run(automatic, { letter: one.__id, case: index })
    assert.match(incidents[0].message, /several active cases .*"office"/)
  })
})

describe('a task in which a registrar chooses a case', () => {
  it('accepts the cases of offices in which the registrar may register', async () => {
    const [own, foreign] = [await caseWith(server.call, { template: '{seq}-h' }), await caseWith(server.call)]
    const clerk = await server.user()
    await grant(server.call, own.officeId, clerk.id, ['register'])
    await grant(server.call, foreign.officeId, clerk.id, ['view'])
    const one = await aLetter(server.call, {}, 'by_process')
    const { id } = await run(byHand, { letter: one.__id }, clerk.call)
    const tasks = await clerk.call('GET', `/api/v1/tasks?instanceId=${id}`)
    assertDone(tasks)
    const complete = (caseId: string) =>
      clerk.call('POST', `/api/v1/tasks/${tasks.body.result.result[0].id}/complete`, { context: { case: caseId } })
    assertRefused(await complete(foreign.id), 403, 'nomenclature.not_allowed', /"register"/)
    assertRefused(await complete(newId()), 404, 'nomenclature.not_found', /case/)
    assertDone(await complete(own.id))
    await rested(server.call, id)
    assert.equal(await nameOf(one), '1-h')
  })
})
