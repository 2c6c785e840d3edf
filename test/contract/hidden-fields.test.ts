import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../everything.ts'
import { aMatter, clients, type Guarded, matters, startGuarded } from '../guarded.ts'
import type { Body } from '../platform.ts'

/** As near to every other field as the hidden one, so that "did you mean" is the same as well. */
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

/** Each names the field F; of what a request may name a field in. */
const probes: Readonly<Record<string, { path: string; body: (field: string) => Body }>> = {
  'a criterion': list((F) => ({ filter: { tf: { [F]: 'a' } } })),
  'a criterion for emptiness': list((F) => ({ filter: { tf: { [F]: null } } })),
  'a criterion without tf': list((F) => ({ filter: { [F]: 'a' } })),
  'a condition': list((F) => ({ filter: { eq: [{ field: F }, { const: 'a' }] } })),
  'a condition inside or': list((F) => ({
    filter: { or: [{ tf: { title: 'one' } }, { like: [{ field: F }, { const: 'a' }] }] },
  })),
  'a negated condition': list((F) => ({ filter: { not: { eq: [{ field: F }, { const: 'a' }] } } })),
  'a list condition': list((F) => ({ filter: { in: [{ field: F }, { list: ['a'] }] } })),
  'a condition that compares two fields': list((F) => ({ filter: { eq: [{ field: 'title' }, { field: F }] } })),
  EQL: list((F) => eql(`[${F}] = 'a'`)),
  'EQL with like': list((F) => eql(`[${F}] like 'secret%'`)),
  'EQL that compares two fields': list((F) => eql(`[title] = [${F}]`)),
  'EQL with a count': list((F) => eql(`count([${F}]) > 0`)),
  'a path to the same application': list((F) => eql(`[above.${F}] = 'a'`)),
  'a path from another application': list((F) => eql(`[first.${F}] = 'a'`), clients),
  'a path in a criterion': list((F) => ({ filter: { tf: { [`first.${F}`]: 'a' } } }), clients),
  'what a sub-query selects': list((F) => eql(`[title] in (select [${F}] from [law.matters])`), clients),
  'the condition of a sub-query': list(
    (F) => eql(`[first] in (select [__id] from [law.matters] where [${F}] = 'a')`),
    clients,
  ),
  'a sub-query that is counted': list(
    (F) => eql(`count(select [__id] from [law.matters] where [${F}] = 'a') > 0`),
    clients,
  ),
  'the parent of a sub-query': list((F) =>
    eql(`[__id] in (select [first] from [law.clients] where [title] = parent.[${F}])`),
  ),
  'a sort': list((F) => ({ sortExpressions: [{ field: F, ascending: true }] })),
  'a sort through a reference': list((F) => ({ sortExpressions: [{ field: `first.${F}`, ascending: true }] }), clients),
  'a projection': list((F) => ({ fields: { [F]: true } })),
  'a projection that leaves it out': list((F) => ({ fields: { '*': true, [F]: false } })),
  'a projection of a loaded reference': list((F) => ({ fields: { first: { [F]: true } } }), clients),
  'a projection of loaded references': list((F) => ({ fields: { matters: { '*': true, [F]: true } } }), clients),
  'a value at creation': {
    path: `${matters}/create`,
    body: (F) => ({ context: { title: 'x', kind: 'open', [F]: 'a' } }),
  },
  'no value at creation': {
    path: `${matters}/create`,
    body: (F) => ({ context: { title: 'x', kind: 'closed', [F]: null } }),
  },
  'the key of an import': {
    path: `${matters}/import`,
    body: (F) => ({ fileHash: matterHash, key: [F], mode: 'update' }),
  },
  'the mapping of an import': { path: `${matters}/import`, body: (F) => ({ fileHash: matterHash, mapping: { a: F } }) },
}
const matterHash = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

function list(body: (field: string) => Body, application = matters) {
  return { path: `${application}/list`, body: (field: string) => ({ size: 1, ids: [], ...body(field) }) }
}

function eql(query: string): Body {
  return { filter: { eql: { query } } }
}

describe('a field that its caller may not read answers as one that does not exist, named in', () => {
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

describe('a field that is empty for its caller where it may not be read', () => {
  it('does not tell its value by any filter, sort or total', async () => {
    const [low, high] = [
      await aMatter(law.call, { title: 'low', verdict: 'aaa' }),
      await aMatter(law.call, { title: 'high', verdict: 'zzz' }),
    ]
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
    // Both are empty, so the newest comes first, whichever way.
    assert.deepEqual(
      [await sorted(true), await sorted(false)],
      [
        ['high', 'low'],
        ['high', 'low'],
      ],
    )
  })
})
