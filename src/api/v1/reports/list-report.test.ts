import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused, made } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { applyReports, byStage, run } from '../../../data/reports/reports.fixture.ts'

const server = useServer()
const path = 'sums.by_stage'
const rows = async (body: Body = {}): Promise<Body[]> => {
  const answer = await run(server.call, path, body)
  assertDone(answer)
  return answer.body.result.result
}

/** A report with a column of every type. */
const everyType = {
  'types.yaml': `name: Types
parameters:
  - { code: stages, type: category, array: true, values: [{ code: open, name: Open }, { code: won, name: Won }] }
  - { code: who, type: user, array: true }
columns:
  - { code: title, type: string }
  - { code: amount, type: number }
  - { code: isLarge, type: boolean }
  - { code: made, type: datetime }
  - { code: closed, type: datetime, view: date }
  - { code: at, type: datetime, view: time }
  - { code: owner, type: user }
  - { code: more, type: json }
`,
  'types.sql': `select d.title, d.amount, d.amount > 100 as "isLarge", d.closed, time '08:30' as at, d.owner[1] as owner,
    timestamptz '2026-01-02 03:04:05Z' as made, array[d.title] as more
  from bi.NAMESPACE_deals d
  where (:stages is null or d.stage = any (:stages)) and (:who is null or d.owner && :who)`,
}

describe('the list of a report', () => {
  before(async () => {
    await applyReports(server.call, 'sums', { ...byStage, ...everyType })
    const deal = (title: string, amount: number, stage: string, closed: string | null = null) =>
      made(server.call, '/pub/v1/app/sums/deals', { title, amount, stage, closed, owner: [server.running().userId] })
    await deal('one', 100.5, 'open')
    await deal('two', 20, 'won', '2026-02-01')
    await deal('three', 300, 'won', '2026-03-01')
  })

  it('has the columns of the report in its default order, by GET and by POST', async () => {
    const all = [
      { stage: 'won', deals: 2, total: 320, last: '2026-03-01T00:00:00Z' },
      { stage: 'open', deals: 1, total: 100.5, last: null },
    ]
    const list = `/pub/v1/reports/sums/by_stage/list`
    for (const answer of [
      await server.call('POST', list),
      await server.call('POST', list, []),
      await server.call('GET', list),
      await server.call('GET', `${list}?query={"size":10000,"filter":{"tf":{}}}`),
    ]) {
      assertDone(answer)
      assert.deepEqual(answer.body.result, { result: all, total: 2 })
    }
  })

  it('takes parameters in tf or beside it; null means no value', async () => {
    const totals = async (filter: Body) => (await rows({ filter })).map(({ total }) => total)
    assert.deepEqual(await totals({ tf: { from_amount: 100 } }), [300, 100.5])
    assert.deepEqual(await totals({ from_amount: 200 }), [300])
    assert.deepEqual(await totals({ tf: { closed_since: '2026-02-15' } }), [300])
    assert.deepEqual(await totals({ tf: { text: null, closed_since: null } }), [320, 100.5])
    assert.deepEqual(await totals({ tf: { text: 'two' } }), [20])
  })

  it('is filtered, sorted and paged by its columns, and the total counts all rows', async () => {
    assert.deepEqual(await rows({ filter: { tf: { stage: 'OP' } } }), [
      { stage: 'open', deals: 1, total: 100.5, last: null },
    ])
    const stages = async (body: Body) => (await rows(body)).map(({ stage }) => stage)
    assert.deepEqual(await stages({ filter: { tf: { total: { min: 320 } } } }), ['won'])
    assert.deepEqual(await stages({ filter: { tf: { last: { min: '2026-03-01', max: '2026-03-01' } } } }), ['won'])
    assert.deepEqual(await stages({ filter: { tf: { last: null, from_amount: 1 } } }), ['open'])
    assert.deepEqual(await stages({ filter: { eql: { query: '[deals] > 1' } } }), ['won'])
    assert.deepEqual(await stages({ sortExpressions: [{ column: 'total', ascend: true }] }), ['open', 'won'])
    assert.deepEqual(await stages({ sortExpressions: [{ column: 'stage', ascend: true }] }), ['open', 'won'])
    const page = await run(server.call, path, { from: 1, size: 1 })
    assert.deepEqual([page.body.result.result[0].stage, page.body.result.total], ['open', 2])
    assert.deepEqual((await run(server.call, path, { size: 0 })).body.result, { result: [], total: 2 })
    assert.deepEqual((await run(server.call, path, { from: 5 })).body.result, { result: [], total: 2 })
  })

  it('shows values of every type as elements do', async () => {
    const { userId } = server.running()
    const answer = await run(server.call, 'sums.types', {
      filter: { tf: { stages: ['open'], who: [userId], isLarge: true, owner: userId, at: { max: '09:00' } } },
    })
    assertDone(answer)
    assert.deepEqual(answer.body.result.result, [
      {
        title: 'one',
        amount: 100.5,
        isLarge: true,
        made: '2026-01-02T03:04:05Z',
        closed: null,
        at: '0001-01-01T08:30:00Z',
        owner: userId,
        more: ['one'],
      },
    ])
    for (const column of ['title', 'amount', 'isLarge', 'made', 'closed', 'at', 'owner'])
      assertDone(await run(server.call, 'sums.types', { sortExpressions: [{ column, ascend: false }] }))
  })

  it('is refused for wrong, missing and unknown parameters', async () => {
    const refused = async (tf: Body, code: string, sentence: RegExp) =>
      assertRefused(await run(server.call, path, { filter: { tf } }), 400, code, sentence)
    await refused({ from_amount: '1 or 1=1' }, 'field.wrong_value', /^field "from_amount": must be a number/)
    await refused({ from_amount: { min: 1 } }, 'field.wrong_value', /from_amount/)
    await refused({ closed_since: 'yesterday' }, 'field.wrong_value', /a date such as 2026-05-01/)
    await refused(
      { from_amont: 1 },
      'report.parameter_unknown',
      /no parameter or column "from_amont"; did you mean "from_amount"\?/,
    )
    await refused({ from_amount: null }, 'report.parameter_missing', /the parameter "from_amount" is required/)
    await refused({ deals: 'many' }, 'field.wrong_criterion', /deals/)
    const sorted = await run(server.call, path, { sortExpressions: [{ column: 'stag', ascend: true }] })
    assertRefused(sorted, 400, 'query.unknown_field', /did you mean "stage"/)
    assertRefused(await run(server.call, path, { size: 10_001 }), 400, 'query.wrong_list', /"size"/)
    assertRefused(await run(server.call, 'sums.by_stge'), 404, 'report.not_found', /did you mean "sums.by_stage"/)
  })

  it('binds parameters: SQL in them is a text like any other', async () => {
    for (const text of [
      `x' or '1'='1`,
      `'; drop table users; --`,
      `%') union select login from users --`,
      '$1',
      '\\',
    ]) {
      const answer = await run(server.call, path, { filter: { tf: { text } } })
      assertDone(answer)
      assert.equal(answer.body.result.total, 0)
    }
  })
})
