import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { aMatter, clients, type Guarded, matters, startGuarded } from '../guarded.ts'
import type { Body } from '../platform.ts'
import { probesOf } from './probes.ts'

/** A field that does not exist. It is as similar to all other fields as `hidden` is, so "did you mean" is the same. */
const unknown = 'sezret'
const hidden = 'secret'

let law: Guarded
let matter: Body
before(async () => {
  law = await startGuarded()
  matter = await aMatter(law.call, { title: 'one' })
  await aMatter(law.call, { title: 'two' })
  const context = { title: 'client', first: [matter.__id], matters: [matter.__id] }
  assertDone(await law.call('POST', `${clients}/create`, { context }))
})
after(() => law[Symbol.asyncDispose]())

const probes = probesOf({ of: 'law.matters', by: 'law.clients', several: 'matters' })

describe('a field that the caller may not read looks like a field that does not exist in', () => {
  for (const [what, { path, body }] of Object.entries(probes)) {
    for (const who of ['clerk', 'importer'] as const) {
      it(`${what}, by a ${who}`, async () => {
        const send = (field: string) => law[who].call('POST', path, body(field))
        const [asked, known] = [await send(hidden), await send(unknown)]
        assert.ok(asked.status >= 400 && asked.status < 500, `${asked.status} ${JSON.stringify(asked.body)}`)
        const told = ({ requestId: _, ...answer }: Body, field: string) => JSON.stringify(answer).replaceAll(field, 'F')
        assert.deepEqual([asked.status, told(asked.body, hidden)], [known.status, told(known.body, unknown)])
      })
    }
  }

  it('an update', async () => {
    const send = (F: string) => law.clerk.call('POST', `${matters}/${matter.__id}/update`, { context: { [F]: 'a' } })
    const [asked, known] = [await send(hidden), await send(unknown)]
    assert.equal(asked.body.error.replaceAll(hidden, 'F'), known.body.error.replaceAll(unknown, 'F'))
    assert.equal(asked.status, 400)
  })

  it('no "did you mean"', async () => {
    const near = await law.clerk.call('POST', `${matters}/list`, { filter: { tf: { secre: 'a' } } })
    assert.doesNotMatch(near.body.error, /secret/)
    const far = await law.partner.call('POST', `${matters}/list`, { filter: { tf: { secre: 'a' } } })
    assert.match(far.body.error, /did you mean "secret"/)
  })
})

describe('a field that the caller may read in some elements only', () => {
  it('does not reveal its value by any filter, sort or total', async () => {
    // The elements are created in an order that differs from the order of their verdicts.
    const high = await aMatter(law.call, { title: 'high', verdict: 'zzz' })
    const low = await aMatter(law.call, { title: 'low', verdict: 'aaa' })
    const ids = [low.__id, high.__id]
    const total = async (filter: Body): Promise<number> => {
      const answer = await law.clerk.call('POST', `${matters}/list`, { ids, size: 0, filter })
      assertDone(answer)
      return answer.body.result.total
    }
    assert.equal(await total({ tf: { verdict: 'aaa' } }), 0)
    assert.equal(await total({ eql: { query: "[verdict] like 'a%'" } }), 0)
    assert.equal(await total({ eql: { query: "not [verdict] = 'aaa'" } }), 2)
    assert.equal(await total({ tf: { verdict: null } }), 2)
    assert.equal(await total({ eql: { query: '[verdict] = [title]' } }), 0)
    const within = "[__id] in (select [__id] from [law.matters] where [verdict] like 'z%')"
    assert.equal(await total({ eql: { query: within } }), 0)
    const sorted = async (ascending: boolean): Promise<string[]> => {
      const sortExpressions = [{ field: 'verdict', ascending }]
      const answer = await law.clerk.call('POST', `${matters}/list`, { ids, sortExpressions })
      return answer.body.result.result.map(({ title }: Body) => title)
    }
    // The caller sees no verdict, so the time of creation decides, in the direction of the sort key.
    assert.deepEqual(
      [await sorted(true), await sorted(false)],
      [
        ['high', 'low'],
        ['low', 'high'],
      ],
    )
  })
})
