import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, changed, item, listed, made, things } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { type Samples, startSamples } from './list-elements.fixture.ts'

let sample: Samples
before(async () => {
  sample = await startSamples()
})
after(() => sample[Symbol.asyncDispose]())

/** Returns the element A with these `fields`. */
async function loaded(fields: unknown, id = sample.a): Promise<Body> {
  return (await listed(sample.call, things, { ids: [id], fields })).items[0]
}
const refused = (fields: unknown) => sample.call('POST', `${things}/list`, { fields })

describe('fields', () => {
  it('that are absent or empty request the whole element', async () => {
    const whole = item(await sample.call('GET', `${things}/${sample.a}/get`))
    for (const fields of [undefined, null, {}, []]) assert.deepEqual(await loaded(fields), whole)
    assert.deepEqual(await loaded({ '*': true }), whole)
  })

  it('list the fields to return, in addition to __id, which is always returned', async () => {
    assert.deepEqual(await loaded({ title: true }), { __id: sample.a, title: 'A' })
    const { __status, amount } = await loaded({ __status: true, amount: true })
    assert.deepEqual([__status, amount], [{ order: 0, status: 1 }, 10])
    assert.deepEqual(await loaded({ '*': false, title: true }), { __id: sample.a, title: 'A' })
    assert.deepEqual(await loaded({ title: false }), { __id: sample.a })
    assert.deepEqual(await loaded({ __id: false, title: true }), { __id: sample.a, title: 'A' })
    assert.deepEqual(await loaded({ note: true, amount: true }, sample.c), { __id: sample.c, note: null, amount: null })
  })

  it('may leave out some fields of all', async () => {
    const whole = await loaded({})
    const { title: _title, parts: _parts, ...rest } = whole
    assert.deepEqual(await loaded({ '*': true, title: false, parts: false }), rest)
  })

  it('work with GET as well', async () => {
    const query = encodeURIComponent(JSON.stringify({ ids: [sample.a], fields: { title: true } }))
    const answer = await sample.call('GET', `${things}/list?query=${query}`)
    assert.deepEqual(answer.body.result.result, [{ __id: sample.a, title: 'A' }])
  })
})

describe('eager loading', () => {
  it('returns the whole object, or some of its fields, in place of its id', async () => {
    const part = item(await sample.call('GET', `/pub/v1/app/all/parts/${sample.bolt}/get`))
    assert.deepEqual((await loaded({ part: { '*': true } })).part, [part])
    assert.deepEqual((await loaded({ part: {} })).part, [part])
    assert.deepEqual((await loaded({ part: { __name: true } })).part, [{ __id: sample.bolt, __name: 'Bolt' }])
    const { code: _code, ...rest } = part
    assert.deepEqual((await loaded({ part: { '*': true, code: false } })).part, [rest])
  })

  it('returns several objects in the order of their creation, not of the field', async () => {
    const { __id } = await made(sample.call, things, { title: 'turned', parts: [sample.nut, sample.bolt] })
    const { parts } = await loaded({ parts: { __name: true } }, __id)
    assert.deepEqual(
      parts.map(({ __name }: Body) => __name),
      ['Bolt', 'Nut'],
    )
    assert.deepEqual((await loaded({ parts: true }, __id)).parts, [sample.nut, sample.bolt])
  })

  it('leaves the other fields unchanged', async () => {
    const whole = await loaded({})
    const { part, ...rest } = await loaded({ '*': true, part: { code: true } })
    assert.deepEqual({ ...rest, part: [part[0].__id] }, whole)
  })

  it('loads users, also of system fields', async () => {
    const { owner, watchers, __createdBy } = await loaded({
      owner: { login: true },
      watchers: { '*': true },
      __createdBy: { __name: true },
    })
    assert.deepEqual(owner, [{ __id: sample.userId, login: 'admin' }])
    assert.deepEqual(
      watchers.map(({ login, fullname }: Body) => [login, fullname.lastname]),
      [
        ['admin', 'Administrator'],
        ['clerk', 'Petrov'],
      ],
    )
    assert.equal([__createdBy].flat()[0].__name, 'Administrator')
  })

  it('continues through loaded objects', async () => {
    const { part } = await loaded({ part: { keeper: { login: true } } })
    assert.deepEqual(part, [{ __id: sample.bolt, keeper: [{ __id: sample.clerkId, login: 'clerk' }] }])
    const deep = await loaded({ part: { madeOf: { keeper: { login: true } } } }, sample.b)
    assert.deepEqual(deep.part[0].madeOf[0].keeper[0].login, 'clerk')
  })

  it('loads the rows of a table in their own order, with the requested columns', async () => {
    const lines = { rows: [{ name: 'b', count: 2 }, { name: 'a' }] }
    const { __id } = await made(sample.call, things, { title: 'table', lines })
    const rows = [
      { name: 'b', count: 2 },
      { name: 'a', count: 1 },
    ]
    assert.deepEqual((await loaded({ lines: { '*': true } }, __id)).lines, { rows, result: {} })
    const { lines: names } = await loaded({ lines: { name: true } }, __id)
    assert.deepEqual(names.rows, [{ name: 'b' }, { name: 'a' }])
    const { lines: counts } = await loaded({ lines: { '*': true, name: false } }, __id)
    assert.deepEqual(counts.rows, [{ count: 2 }, { count: 1 }])
  })

  it('of an empty field is null', async () => {
    const fields = { part: { '*': true }, parts: { code: true }, owner: { login: true }, lines: { name: true } }
    const { part, parts, owner, lines } = await loaded(fields, sample.c)
    assert.deepEqual([part, parts, owner, lines], [null, null, null, null])
  })

  it('returns deleted objects marked as deleted', async () => {
    const part = await made(sample.call, '/pub/v1/app/all/parts', { code: 'gone' })
    const { __id } = await made(sample.call, things, { title: 'x', part: [part.__id] })
    await changed(sample.call, '/pub/v1/app/all/parts', part.__id, { __deletedAt: '2026-05-01T00:00:00Z' })
    const answer = await loaded({ part: { code: true, __deletedAt: true } }, __id)
    assert.deepEqual(answer.part, [{ __id: part.__id, code: 'gone', __deletedAt: '2026-05-01T00:00:00Z' }])
  })
})

describe('fields are refused', () => {
  it('when one is unknown, on any level, with a suggestion', async () => {
    assertRefused(await refused({ titel: true }), 400, 'query.unknown_field', /"titel"; did you mean "title"\?/)
    assertRefused(await refused({ part: { cod: true } }), 400, 'query.unknown_field', /"cod"; did you mean "code"\?/)
    assertRefused(await refused({ lines: { nam: true } }), 400, 'query.unknown_field', /"nam"; did you mean "name"\?/)
    assertRefused(await refused({ '*': true, titel: false }), 400, 'query.unknown_field', /"titel"/)
  })

  it('when a field that is not a reference is to be loaded', async () => {
    assertRefused(await refused({ title: { '*': true } }), 400, 'query.wrong_fields', /"title" refers to nothing/)
  })

  it('when a value is neither true, nor false, nor an object', async () => {
    for (const wanted of [1, 'x']) {
      assertRefused(
        await refused({ title: wanted }),
        400,
        'query.wrong_fields',
        /"title" must be true, false or an object/,
      )
    }
    assertRefused(await refused('title'), 400, 'input.wrong', /"fields"/)
  })

  it('when it is nested too deep or would load too much', async () => {
    const deep = Array.from({ length: 8 }).reduce<object>((inner) => ({ madeOf: inner }), { code: true })
    assertRefused(await refused({ parts: deep }), 400, 'query.too_complex', /levels/)
    const user = { keeper: {}, __createdBy: {}, __updatedBy: {} }
    const part = { ...user, madeOf: { ...user, madeOf: { ...user, madeOf: {} } } }
    const answer = await sample.call('POST', `${things}/list`, { size: 10_000, fields: { part, parts: part } })
    assertRefused(answer, 400, 'query.too_complex', /smaller pages/)
  })
})
