import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { rested } from '../../../../test/process-scene.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { callOf, publish } from '../../../process/definition/templates/templates.fixture.ts'
import { bpmn, element, end, extensions, flows, start } from '../../../process/engine/process.fixture.ts'
import { aProcess, bpm, got, started } from './bpm.fixture.ts'

const server = useServer()
const refused = async (xml: string | Uint8Array): Promise<Body> => {
  const code = `wrong_${randomUUID().slice(0, 8)}`
  const answer = await publish(server.call, `all.${code}`, xml)
  assert.ok(answer.status >= 400 && answer.status < 500, JSON.stringify(answer.body).slice(0, 500))
  assertRefused(await server.call('GET', `/api/v1/processes/all/${code}`), 404, 'process.not_found', /./)
  return answer.body
}

describe('values', () => {
  it('unknown and mistyped variables are reported one by one, and nothing is started', async () => {
    const process = await aProcess(server.call)
    const context = { amount: 'much', urgent: 'yes', amont: '5', count: 1, lawyer: 'nobody' }
    const answer = await server.call('POST', `${process.path}/run`, { context })
    assertRefused(answer, 400, 'context.invalid', /./)
    const fields = answer.body.problems.map(({ field }: Body) => field)
    assert.deepEqual(fields.sort(), ['amont', 'amount', 'count', 'lawyer', 'urgent'])
    const list = await server.call('POST', process.list, {})
    assert.equal(list.body.result.total, 0)
  })

  it('a process that is unknown, unpublished or misspelt is 404', async () => {
    for (const path of ['all/unheard', 'nowhere/approve', 'all/%00', `all/${'x'.repeat(300)}`]) {
      const answer = await server.call('POST', `${bpm}/template/${path}/run`, { context: {} })
      assert.equal(answer.status, 404, JSON.stringify(answer.body))
    }
  })

  it('a task is completed once; the second completion is 409', async () => {
    const { __id: id } = await started(server.call, await aProcess(server.call))
    const [task] = Object.keys((await got(server.call, id)).__tasks)
    const complete = () => server.call('POST', `/api/v1/tasks/${task}/complete`, {})
    const [one, other] = await Promise.all([complete(), complete()])
    assert.deepEqual([one.status, other.status].sort(), [200, 409])
    assertRefused(await complete(), 409, 'task.ended', /./)
  })
})

describe('what never ends', () => {
  const script = (text: string): string =>
    element('scriptTask', 'x', `<script><![CDATA[${text}]]></script>`, 'scriptFormat="javascript"')
  const endless: Readonly<Record<string, readonly [string, string]>> = {
    'a script in a loop': [script('while (true);'), 'SCRIPT_LIMIT'],
    'a script that takes all memory': [script("const a = []; while (true) a.push('x'.repeat(1e6))"), 'SCRIPT_LIMIT'],
    'an expression that counts without end': [
      element(
        'scriptTask',
        'x',
        `${extensions('<chancery:input name="n" value="count(for a in 1..99999, b in 1..99999 return a)"/>')}<script>return {}</script>`,
        'scriptFormat="javascript"',
      ),
      'IO_MAPPING_ERROR',
    ],
  }
  for (const [name, [node, kind]] of Object.entries(endless)) {
    it(`${name} becomes an incident, and other instances go on`, async () => {
      const code = `endless_${randomUUID().slice(0, 8)}`
      assertDone(await publish(server.call, `all.${code}`, bpmn([start(), node, end(), flows('s > x > e')])))
      const other = await aProcess(server.call, 'straight')
      const [run] = await Promise.all([
        server.call('POST', `${bpm}/template/all/${code}/run`, { context: {} }),
        started(server.call, other).then(({ __state }) => assert.equal(__state, 'done')),
      ])
      assertDone(run)
      const { incidents } = await rested(server.call, run.body.context.__id)
      assert.deepEqual(
        incidents.map((one: Body) => [one.element, one.kind]),
        [['x', kind]],
      )
    })
  }
})

describe('files', () => {
  it('of 50 MB, or nested 10,000 deep, are refused', async () => {
    const large = await refused(new Uint8Array(50 * 1024 * 1024).fill(32))
    assert.match(large.error, /large|MB|bytes/)
    const deep = 10_000
    const nested = `<subProcess id="x">`.repeat(deep) + '</subProcess>'.repeat(deep)
    assert.match((await refused(bpmn([start(), nested, end()]))).error, /levels|deep|nest/)
  })

  it('with duplicate ids, a DOCTYPE, or other text are refused', async () => {
    assert.match((await refused(bpmn([start(), start(), end()]))).error, /the id "s" occurs twice/)
    await refused(`<!DOCTYPE x [<!ENTITY a "a">]>${bpmn([start(), end(), flows('s > e')])}`)
    await refused('not xml')
  })

  it('that call each other in a circle are refused', async () => {
    const [one, other] = [`one_${randomUUID().slice(0, 8)}`, `other_${randomUUID().slice(0, 8)}`]
    assertDone(await publish(server.call, `all.${one}`, callOf(`all.${other}`)))
    const answer = await publish(server.call, `all.${other}`, callOf(`all.${one}`))
    assertRefused(answer, 400, 'process.invalid', /calls itself|would call/)
  })
})
