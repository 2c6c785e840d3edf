import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, item, made } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { applyLetters } from '../../../records/templates/letters.fixture.ts'
import { publish } from '../../definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../engine/process.fixture.ts'

const app = '/pub/v1/app/letters/contracts'
const setting = (name: string, text: string): string => `<chancery:setting name="${name}" text="${text}"/>`
const generating = (inside: string): string =>
  bpmn([
    start(),
    element(
      'serviceTask',
      'letter',
      extensions(
        `<chancery:action type="document.generate" attempts="1"/>${inside}<chancery:output name="doc" value="file"/><chancery:output name="no" value="version"/>`,
      ),
    ),
    end(),
    flows('s > letter > e'),
  ])

describe('a process that generates a document', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    await applyLetters(started.call)
  })
  after(() => started[Symbol.asyncDispose]())

  /** Runs a process until its work is done or has failed, and returns the instance. */
  async function run(code: string, inside: string, context: Body): Promise<Body> {
    const variables = extensions(
      '<chancery:variable name="contract" type="string"/><chancery:variable name="doc" type="string"/><chancery:variable name="no" type="integer"/>',
    )
    assertDone(
      await publish(
        started.call,
        `letters.${code}`,
        generating(inside).replace('<startEvent', `${variables}<startEvent`),
      ),
    )
    const answer = await started.call('POST', `/pub/v1/bpm/template/letters/${code}/run`, { context })
    assertDone(answer)
    for (;;) {
      const got = await started.call('GET', `/pub/v1/bpm/instance/${answer.body.context.__id}/get`)
      assertDone(got)
      if (['done', 'error'].includes(got.body.data.__state)) return got.body.data
      await wait(50)
    }
  }

  it('from the fields of an element and its input mappings, attaches it and reads its id', async () => {
    const contract = await made(started.call, app, { title: 'Supply' })
    const element = '<chancery:setting name="element" value="contract"/>'
    const inside = `${setting('template', 'letters.contracts.letter')}${setting('app', 'letters.contracts')}${element}<chancery:input name="remark" value="&quot;from the process&quot;"/>`
    const { __id, __state } = await run('whole', inside, { contract: contract.__id })
    assert.equal(__state, 'done')
    const { letters } = item(await started.call('GET', `${app}/${contract.__id}/get`))
    assert.equal(letters.length, 1)
    const view = await started.call('GET', `/api/v1/instances/${__id}`)
    assertDone(view)
    assert.equal(view.body.instance.context.doc ?? view.body.context?.doc, letters[0])
  })

  it('stops with the message of the refusal', async () => {
    const contract = await made(started.call, app, { title: 'Supply' })
    const element = '<chancery:setting name="element" value="contract"/>'
    const inside = `${setting('template', 'letters.contracts.leter')}${setting('app', 'letters.contracts')}${element}`
    const { __id, __state } = await run('broken', inside, { contract: contract.__id })
    assert.equal(__state, 'error')
    const incidents = await started.call('GET', '/api/v1/incidents')
    assertDone(incidents)
    const [incident] = incidents.body.result.result.filter((one: Body) => JSON.stringify(one).includes(__id))
    assert.match(incident.message, /document template "letters.contracts.leter" not found; did you mean/)
  })
})
