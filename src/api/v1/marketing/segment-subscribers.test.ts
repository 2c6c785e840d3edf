import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused, made, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import {
  category,
  dynamicSegment,
  listedRows,
  members,
  segments,
  someSubscribers,
  staticSegment,
  subscribersWith,
} from './marketing.fixture.ts'

const server = useServer()
const nowhere = '00000000-0000-4000-8000-000000000000'
const change = (segment: string, verb: 'add' | 'remove', ids: unknown) =>
  server.call('PATCH', `${segments}/${segment}/subscribers/${verb}`, { ids })

describe('the subscribers of a static segment', () => {
  it('are added and removed with counts, and repeating it changes nothing', async () => {
    const { __id } = await staticSegment(server.call)
    const [a, b, c] = (await someSubscribers(server.call, 3)) as [string, string, string]
    const counts = async (verb: 'add' | 'remove', ids: string[]) => {
      const answer = await change(__id, verb, ids)
      assertDone(answer)
      const { changed, unchanged, unknown } = answer.body
      return [changed, unchanged, unknown]
    }
    assert.deepEqual(await counts('add', [a, b, a.toUpperCase(), nowhere]), [2, 0, 1])
    assert.deepEqual(await counts('add', [a, b, c]), [1, 2, 0])
    assert.deepEqual(await counts('add', [a, b, c]), [0, 3, 0])
    assert.deepEqual(await members(server.call, __id), [a, b, c].sort())
    assert.deepEqual(await counts('remove', [a, nowhere]), [1, 0, 1])
    assert.deepEqual(await counts('remove', [a]), [0, 1, 0])
    assert.deepEqual(await counts('remove', []), [0, 0, 0])
    assert.deepEqual(await members(server.call, __id), [b, c].sort())
    assert.equal((await server.call('GET', `${segments}/${__id}`)).body.segment.subscribersCount, 2)
  })

  it('can be 10,000 in one request', async () => {
    const { __id } = await staticSegment(server.call)
    const ids = await someSubscribers(server.call, 10_000)
    const answer = await change(__id, 'add', ids)
    assertDone(answer)
    assert.equal(answer.body.changed, 10_000)
    const { body } = await server.call('POST', `${segments}/${__id}/subscribers`, { size: 0 })
    assert.deepEqual(body.result, { result: [], total: 10_000 })
  })

  it('are there once when several requests add them at the same time', async () => {
    const { __id } = await staticSegment(server.call)
    const ids = await someSubscribers(server.call, 200)
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids, ids.slice(50)].map((some) => change(__id, 'add', some)),
    )
    answers.forEach(assertDone)
    assert.equal(
      answers.reduce((sum, { body }) => sum + body.changed, 0),
      200,
    )
    assert.deepEqual(await members(server.call, __id), ids.toSorted())
  })

  it('are listed by a filter, page by page', async () => {
    const { __id } = await staticSegment(server.call)
    const ids = await subscribersWith(
      server.call,
      ['anna', 'boris', 'clara'].map((name) => ({ email: `${name}.${newId()}@list.example`, name })),
    )
    await change(__id, 'add', ids)
    assert.deepEqual(await members(server.call, __id, { filter: { tf: { email: 'BORIS.' } } }), [ids[1]])
    const [first] = await listedRows(server.call, `${segments}/${__id}/subscribers`, {
      sortExpressions: [{ field: '__name', ascending: false }],
      size: 1,
    })
    assert.equal(first!.__name, 'clara')
    const wrong = await server.call('POST', `${segments}/${__id}/subscribers`, { filter: { tf: { emial: 'a' } } })
    assertRefused(wrong, 400, 'query.unknown_field', /did you mean "email"/)
  })

  it('of a segment with a category are sendable only if they agreed to the category', async () => {
    const preference = await category(server.call)
    const { __id } = await staticSegment(server.call, { preference })
    const [agreed, other] = (await subscribersWith(server.call, [
      { email: `${newId()}@a.example`, consent: 'given', preferences: [preference] },
      { email: `${newId()}@a.example`, consent: 'given' },
    ])) as [string, string]
    await change(__id, 'add', [agreed, other])
    assert.deepEqual(await members(server.call, __id, { filter: { tf: { sendable: true } } }), [agreed])
    assert.deepEqual(await members(server.call, __id, { filter: { tf: { sendable: false } } }), [other])
  })

  it('are recorded in the audit log with each change', async () => {
    const { __id } = await staticSegment(server.call, { name: 'Audited' })
    const ids = await someSubscribers(server.call, 2)
    await change(__id, 'add', ids)
    await change(__id, 'add', ids)
    await change(__id, 'remove', [ids[0]])
    const { entries } = (await server.call('GET', `/api/v1/audit?object=segment:${__id}`)).body
    assert.deepEqual(
      entries.map(({ after }: { after: Record<string, unknown> }) => [after.name, after.added, after.removed]),
      [
        [undefined, undefined, 1],
        [undefined, 2, undefined],
        ['Audited', undefined, undefined],
      ],
    )
  })

  it('of a segment that does not exist are not found', async () => {
    for (const id of [nowhere, 'nonsense']) {
      const list = await server.call('POST', `${segments}/${id}/subscribers`)
      assertRefused(list, 404, 'marketing.segment_not_found', /not found/)
      for (const verb of ['add', 'remove'] as const)
        assertRefused(await change(id, verb, []), 404, 'marketing.segment_not_found', /not found/)
    }
  })

  it('are refused when their ids are none', async () => {
    const { __id } = await staticSegment(server.call)
    for (const ids of [['x'], 'x', [1], undefined])
      assertRefused(await change(__id, 'add', ids), 400, 'input.wrong', /ids/)
  })
})

describe('the subscribers of a dynamic segment', () => {
  it('are those whose element matches at the moment; none can be added or removed', async () => {
    const code = newId()
    const elements = [await made(server.call, parts, { code: `${code} yes` }), await made(server.call, parts, { code })]
    const [first, second] = (await subscribersWith(
      server.call,
      elements.map(({ __id }) => ({
        email: `${newId()}@dynamic.example`,
        contact: { namespace: 'all', code: 'parts', id: __id },
      })),
    )) as [string, string]
    const filter = { eql: { query: `[code] = '${code} yes'` } }
    const id = await dynamicSegment(server.call, { namespace: 'all', code: 'parts', filter })
    assert.deepEqual(await members(server.call, id), [first])
    const { segment } = (await server.call('GET', `${segments}/${id}`)).body
    assert.deepEqual(
      [segment.type, segment.subscribersCount, segment.query],
      ['dynamic', 1, { namespace: 'all', code: 'parts', filter }],
    )
    assertDone(await server.call('POST', `${parts}/${elements[1]!.__id}/update`, { context: { code: `${code} yes` } }))
    assert.deepEqual(await members(server.call, id), [first, second].sort())
    assert.deepEqual(await members(server.call, id, { ids: [second] }), [second])
    for (const verb of ['add', 'remove'] as const)
      assertRefused(await change(id, verb, [first]), 400, 'marketing.segment_not_static', /dynamic/)
    const [row] = await listedRows(server.call, segments, { ids: [id] })
    assert.equal(row!.subscribersCount, null)
  })
})
