import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { decision, dmn, input, literal, table } from '../../../decisions/decisions.fixture.ts'
import { applyDecisions } from '../../../decisions/deployed.fixture.ts'

const server = useServer()
const evaluate = (code: string, body: object) => server.call('POST', `/api/v1/decisions/tried/${code}/evaluate`, body)
const rate = (rules: readonly (readonly string[])[]) =>
  dmn(input('x', 'number'), decision('rate', table({ rules }), { inputs: ['x'] }))

describe('evaluating a decision', () => {
  before(() =>
    applyDecisions(server.call, 'tried', {
      'rate.dmn': rate([
        ['< 10', '0.1'],
        ['>= 10', '0.2'],
        ['> 100', '0.3'],
      ]),
      'two.dmn': dmn(decision('a', literal('1')), decision('b', literal('now()'))),
      'slow.dmn': dmn(decision('a', literal('count(for i in 1..100000, j in 1..100000 return i)'))),
    }),
  )

  it('returns the result, the rules that matched and the reasons for null values', async () => {
    const answer = await evaluate('rate', { context: { x: '12.5' } })
    assertDone(answer)
    const { success: _, error: __, ...body } = answer.body
    assert.deepEqual(body, {
      decision: 'rate',
      name: 'rate',
      version: 1,
      result: 0.2,
      tables: [{ element: 'rate', name: 'rate', rules: [{ number: 2, id: 'rule2' }] }],
      warnings: [],
    })
    const empty = await evaluate('rate', {})
    assert.deepEqual([empty.body.result, empty.body.warnings[0]], [null, '"x" has no value'])
  })

  it('is refused when the decision has no result; the message names the table and the rules', async () => {
    const answer = await evaluate('rate', { context: { x: 500 } })
    assertRefused(answer, 400, 'decision.failed', /^tried.rate has no result: table "rate": rules 2 and 3 match/)
    assert.deepEqual(
      answer.body.tables[0].rules.map(({ number }: { number: number }) => number),
      [2, 3],
    )
  })

  it('requires the id of the decision when the file has no main decision', async () => {
    const unclear = await evaluate('two', {})
    assertRefused(unclear, 400, 'decision.unclear', /^tried.two has several decisions: a, b; name one of them$/)
    assert.equal((await evaluate('two', { decision: 'a' })).body.result, 1)
    const unknown = await evaluate('two', { decision: 'c' })
    assertRefused(unknown, 404, 'decision.not_found', /^tried.two has no decision "c"/)
  })

  it('answers 404 for an unknown file and 400 for a runaway decision', async () => {
    assertRefused(await evaluate('rates', {}), 404, 'decision.not_found', /did you mean "tried.rate"/)
    assertRefused(await evaluate('slow', {}), 400, 'expression.limit_exceeded', /too many steps/)
  })
})
