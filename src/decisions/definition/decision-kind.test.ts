import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../test/everything.ts'
import { startEmptyPlatform, type TestPlatform } from '../../../test/platform.ts'
import { readZip } from '../../solutions/files/read-zip.ts'
import { writeZip } from '../../solutions/files/write-zip.ts'
import { decision, dmn, input, literal } from '../decisions.fixture.ts'
import { applyDecisions, solutionOf } from '../deployed.fixture.ts'

const file = (text: string) => dmn(input('x'), decision('rate', literal(text), { inputs: ['x'] }))
type Files = Readonly<Record<string, Uint8Array | string>>

describe('decisions of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const apply = async (namespace: string, files: Files, query = ''): Promise<string[]> =>
    (await applyDecisions(started.call, namespace, files, query)).changes
      .filter(({ what }: Record<string, string>) => what === 'decision')
      .map(({ sentence }: Record<string, string>) => sentence)
  const rate = async (namespace: string, x: number) =>
    (await started.call('POST', `/api/v1/decisions/${namespace}/rate/evaluate`, { context: { x } })).body
  async function problems(namespace: string, files: Files): Promise<string[]> {
    const { status, body } = await started.call(
      'POST',
      '/api/v1/solutions/plan',
      await writeZip(solutionOf(namespace, files)),
    )
    assert.equal(status, 400)
    return body.problems.map((one: Record<string, string>) => `${one.file} ${one.path}: ${one.message}`)
  }

  it('are added, changed to a new version, and evaluated in the newest version at once', async () => {
    assert.deepEqual(await apply('first', { 'rate.dmn': file('x') }), ['adds the decision first.rate "Test"'])
    assert.deepEqual(await apply('first', { 'rate.dmn': file('x') }), [])
    assert.deepEqual([(await rate('first', 5)).result, (await rate('first', 5)).version], [5, 1])
    const changed = { 'rate.dmn': file('x * 2'), 'rate.yaml': 'description: Twice\n' }
    assert.deepEqual(await apply('first', changed), [
      'creates version 2 of the decision first.rate',
      'changes the description of the decision first.rate',
    ])
    assert.deepEqual([(await rate('first', 5)).result, (await rate('first', 5)).version], [10, 2])
  })

  it('are removed with consent only; adding a removed decision again creates the next version', async () => {
    await apply('second', { 'rate.dmn': file('x'), 'other.dmn': file('1') })
    const removal = await started.call(
      'POST',
      '/api/v1/solutions/apply',
      await writeZip(solutionOf('second', { 'other.dmn': file('1') })),
    )
    assertRefused(removal, 400, 'definition.consent_needed', /removes the decision second.rate/)
    const { changes } = await applyDecisions(
      started.call,
      'second',
      { 'other.dmn': file('1') },
      '?allowdestructive=true',
    )
    assert.deepEqual(
      changes.map(({ sentence }: Record<string, string>) => sentence),
      ['removes the decision second.rate'],
    )
    assert.equal((await rate('second', 1)).code, 'decision.not_found')
    await apply('second', { 'rate.dmn': file('x + 1'), 'other.dmn': file('1') })
    assert.deepEqual([(await rate('second', 1)).result, (await rate('second', 1)).version], [2, 2])
  })

  it('are exported byte by byte, and have no drift', async () => {
    const files = { 'rate.dmn': file('x - 1'), 'rate.yaml': 'description: Less\n', 'silent.dmn': file('2') }
    await apply('third', files)
    const { zip } = await started.platform.context.apps.solutions.export('third')
    const exported = await readZip(Buffer.from(zip))
    assert.deepEqual(
      [...exported]
        .filter(([path]) => path.includes('/decisions/'))
        .map(([path, content]) => [path, String(Buffer.from(content as never))]),
      Object.entries(files).map(([name, content]) => [
        `namespaces/third/decisions/${name}`,
        String(Buffer.from(content as never)),
      ]),
    )
    const drift = await started.call('GET', '/api/v1/solutions/third/drift')
    assertDone(drift)
    assert.deepEqual(drift.body.drift ?? drift.body.changes, [])
    const again = await started.call('POST', '/api/v1/solutions/plan', Buffer.from(zip))
    assertDone(again)
    assert.deepEqual(again.body.changes, [])
  })

  it('are refused with the id of the element; a YAML file needs a DMN file beside it', async () => {
    const path = 'namespaces/fourth/decisions'
    assert.deepEqual(await problems('fourth', { 'rate.dmn': file('y'), 'alone.yaml': 'description: A\n' }), [
      `${path}/alone.yaml : ${path}/alone.dmn is missing; a file of settings alone is no decision`,
      `${path}/rate.dmn rate: the expression of "rate" "y": unknown name "y" at 1:1; did you mean "x"?`,
    ])
  })

  it('are applied with a warning when an expression can only be null, and are refused where expressions are strict', async () => {
    const mixed = {
      'rate.dmn': dmn(input('x'), decision('rate', literal('x'), { inputs: ['x'] }), decision('bad', literal('abs()'))),
    }
    const [warning] = (await applyDecisions(started.call, 'sixth', mixed)).warnings
    assert.deepEqual(warning, {
      file: 'namespaces/sixth/decisions/rate.dmn',
      path: 'bad',
      message: 'the expression of "bad" "abs()": abs() does not take 0 arguments like these at 1:1; write abs(n)',
    })
    const { body } = await started.call('POST', '/api/v1/decisions/sixth/rate/evaluate', {
      decision: 'bad',
    })
    assert.deepEqual(
      [body.result, body.warnings],
      [null, ['abs() does not take 0 arguments like these at 1:1; write abs(n)']],
    )
    await using strict = await startEmptyPlatform({ EXPRESSIONS: 'strict' })
    const refused = await strict.call('POST', '/api/v1/solutions/apply', await writeZip(solutionOf('sixth', mixed)))
    assertRefused(refused, 400, 'definition.invalid', /./)
    assert.deepEqual(refused.body.problems, [warning])
    await applyDecisions(strict.call, 'sixth', { 'rate.dmn': file('x') })
  })

  it('cannot belong to two solutions, nor differ only in case', async () => {
    await apply('fifth', { 'rate.dmn': file('x') })
    assert.match((await problems('fifth', { 'RATE.dmn': file('x') })).join(), /differs from "fifth.RATE" only in case/)
  })
})
