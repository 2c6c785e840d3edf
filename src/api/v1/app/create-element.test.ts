import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  aUser,
  type Everything,
  item,
  listed,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Answer, Body } from '../../../../test/platform.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const create = (application: string, body: unknown): Promise<Answer> =>
  started.call('POST', `${application}/create`, body)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const nilId = '00000000-0000-0000-0000-000000000000'

describe('creating an element', () => {
  it('returns 200 with the whole element: given values, defaults, and null for the rest', async () => {
    const answer = await create(things, { context: { title: 'Whole' } })
    const whole = item(answer)
    assert.equal(whole.title, 'Whole')
    assert.deepEqual([whole.pieces, whole.active], [1, true])
    for (const code of ['note', 'amount', 'signedAt', 'kind', 'price', 'phones', 'owner', 'parts', 'lines', 'extra']) {
      assert.equal(whole[code], null, code)
    }
    const got = await started.call('GET', `${things}/${whole.__id}/get`)
    assert.deepEqual(item(got), whole)
    assert.equal(got.headers.get('etag'), answer.headers.get('etag'))
  })

  it('returns every system field in the JSON type that typed clients expect', async () => {
    const element = await made(started.call, things, { title: 'Typed' })
    const nullOrString = ['__directory', '__externalId', '__register_name', '__file']
    const nulls = ['__deletedAt', '__tasks_earliest_duedate', '__externalProcessMeta', '__sign', '__isDuplicate']
    assert.match(element.__id, uuid)
    assert.equal(element.__id.length, 36)
    assert.equal(typeof element.__name, 'string')
    for (const code of ['__createdAt', '__updatedAt']) assert.match(element[code], seconds)
    for (const code of ['__createdBy', '__updatedBy']) assert.equal(element[code], started.userId)
    assert.ok(Number.isInteger(element.__index) && element.__index > 0)
    assert.equal(element.__version, Date.parse(element.__updatedAt) / 1000)
    assert.deepEqual(element.__status, { order: 0, status: 1 })
    assert.equal(element.__statusCode, 'draft')
    assert.deepEqual(element.__statusHistory, [
      { status: 1, __createdAt: element.__createdAt, __createdBy: started.userId },
    ])
    assert.equal(element.__debug, false)
    assert.deepEqual([element.__subscribers, element.__tasks_performers, element.__tasks], [[], [], null])
    for (const code of [...nullOrString, ...nulls, '__approvalRouteStages']) assert.equal(element[code], null, code)
  })

  it('sets no status when the application has none', async () => {
    const part = await made(started.call, parts, {})
    assert.deepEqual([part.__status, part.__statusCode, part.__statusHistory], [null, null, []])
  })

  it('reads the fields from context, from Context, or from the top level', async () => {
    for (const body of [
      { context: { code: 'c' } },
      { Context: { code: 'c' } },
      { code: 'c', withEventForceCreate: true },
    ]) {
      assert.equal(item(await create(parts, body)).code, 'c')
    }
    assert.equal(
      item(await create(things, { context: { title: 'forced' }, withEventForceCreate: true })).title,
      'forced',
    )
  })

  it('makes the element the first one in the list immediately', async () => {
    const { __id } = await made(started.call, parts, { code: 'newest' })
    const { items } = await listed(started.call, parts, { size: 1 })
    assert.equal(items[0].__id, __id)
  })

  it('increments __index within the application, and never gives two elements the same number', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => made(started.call, parts, {})))
    const numbers = all.map(({ __index }) => __index)
    assert.equal(new Set(numbers).size, 40)
    const next = await made(started.call, parts, {})
    assert.ok(next.__index > 0 && !numbers.includes(next.__index))
  })

  it('generates the name from the template and ignores the given name; without a template the given name is stored', async () => {
    const thing = await made(started.call, things, { title: 'Pump', series: 'B', __name: 'by hand' })
    assert.equal(thing.__name, 'Pump B')
    assert.equal((await made(started.call, things, { title: 'Pump' })).__name, 'Pump')
    assert.equal((await made(started.call, parts, { __name: 'by hand' })).__name, 'by hand')
    assert.equal((await made(started.call, parts, {})).__name, null)
  })

  it('sets the first status, or the first status of the given group', async () => {
    const settings = await started.call('GET', `${things}/settings/status`)
    const group = settings.body.groupItems.find((one: Body) => one.code === 'repair')
    const thing = await made(started.call, things, { title: 'Broken' }, { statusGroupId: group.id })
    assert.equal(thing.__statusCode, 'broken')
    const id = '0b6f7b2e-2f0f-4f5a-9c53-000000000000'
    const unknown = { context: { title: 'x' }, statusGroupId: id }
    assertRefused(await create(things, unknown), 400, 'element.unknown_status_group', new RegExp(id))
    assertRefused(await create(parts, { statusGroupId: id }), 400, 'element.unknown_status_group', new RegExp(id))
    assertRefused(await create(things, { ...unknown, statusGroupId: 'x' }), 400, 'input.wrong', /statusGroupId/)
  })
})

describe('a body with an element that was read before', () => {
  it('is accepted with every system field as typed clients send them, and ignores these', async () => {
    const zero = '0001-01-01T00:00:00Z'
    const context = {
      title: 'From a typed client',
      __id: nilId,
      __index: 0,
      __version: 0,
      __createdAt: zero,
      __createdBy: nilId,
      __updatedAt: zero,
      __updatedBy: '',
      __deletedAt: zero,
      __status: {},
      __statusHistory: null,
      __directory: null,
      __file: null,
      __subscribers: null,
      __tasks: null,
      __tasks_performers: null,
      __tasks_earliest_duedate: zero,
      __register_name: '',
      __externalId: null,
      __externalProcessMeta: null,
      __debug: false,
      __somethingNew: { a: 1 },
    }
    const element = await made(started.call, things, context)
    assert.notEqual(element.__id, nilId)
    assert.ok(element.__index > 0)
    assert.deepEqual([element.__createdBy, element.__updatedBy], [started.userId, started.userId])
    assert.deepEqual([element.__deletedAt, element.__status.status], [null, 1])
  })

  it('may be a whole other element: its fields are copied to a new one', async () => {
    const first = await made(started.call, things, { title: 'Copied', amount: 5, price: { cents: 1, currency: 'EUR' } })
    const second = await made(started.call, things, { ...first, __status: {} })
    assert.notEqual(second.__id, first.__id)
    assert.notEqual(second.__index, first.__index)
    assert.deepEqual([second.title, second.amount, second.price], [first.title, 5, first.price])
  })
})

describe('writable system fields', () => {
  it('are __externalId, __subscribers, __directory and __deletedAt', async () => {
    const folder = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
    const given = { __externalId: 'outside-1', __subscribers: [started.userId], __directory: folder }
    const element = await made(started.call, parts, given)
    for (const [code, value] of Object.entries(given)) assert.deepEqual(element[code], value, code)
    const deleted = await made(started.call, parts, { __deletedAt: '2026-05-01T10:00:00+03:00' })
    assert.equal(deleted.__deletedAt, '2026-05-01T07:00:00Z')
  })

  it('and __createdBy, in which only an administrator can name another existing user', async () => {
    const clerk = await aUser(started, { login: 'clerk' })
    assert.equal((await made(started.call, parts, { __createdBy: clerk.id })).__createdBy, clerk.id)
    assert.equal((await made(clerk.call, parts, { __createdBy: started.userId })).__createdBy, clerk.id)
    for (const __createdBy of [nilId, '', null, 'x', '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab']) {
      assert.equal((await made(started.call, parts, { __createdBy })).__createdBy, started.userId)
    }
  })

  it('are refused by name when the value has another type', async () => {
    for (const [code, value] of [
      ['__name', 1],
      ['__externalId', {}],
      ['__subscribers', 'x'],
      ['__subscribers', ['x']],
      ['__subscribers', [null]],
      ['__subscribers', Array(10_001).fill(nilId)],
      ['__directory', 'x'],
    ] as const) {
      const answer = await create(parts, { context: { [code]: value } })
      assertRefused(answer, 400, 'element.wrong_system_field', new RegExp(`"${code}"`))
      assert.equal(answer.body.field, code)
    }
    for (const __deletedAt of ['yesterday', '1', 'May 1 2026', '2026-02-30', '+010000-01-01T00:00:00Z', 5]) {
      const answer = await create(parts, { context: { __deletedAt } })
      assertRefused(answer, 400, 'field.wrong_value', /"__deletedAt": must be a date and time/)
    }
  })
})

describe('a create is refused for', () => {
  it('an unknown application, with a suggestion', async () => {
    const answer = await create('/pub/v1/app/all/thing', { context: {} })
    assertRefused(answer, 404, 'application.not_found', /"all\.thing" not found; did you mean "all\.things"\?/)
  })

  it('an unknown field, with a suggestion', async () => {
    const answer = await create(things, { context: { title: 'x', amont: 1 } })
    assertRefused(answer, 400, 'field.unknown', /unknown field "amont"; did you mean "amount"\?/)
    assert.equal(answer.body.field, 'amont')
    assertRefused(await create(things, { title: 'x', qqqqqqqq: 1 }), 400, 'field.unknown', /unknown field "qqqqqqqq"$/)
  })

  it('an unknown field that is also a property of every JavaScript object', async () => {
    for (const code of ['toString', 'valueOf', 'hasOwnProperty']) {
      assertRefused(await create(parts, { context: { [code]: 1 } }), 400, 'field.unknown', new RegExp(`"${code}"`))
    }
    assertDone(await create(parts, { context: { __defineGetter__: 1, __lookupSetter__: 1 } }))
  })

  it('a missing required field: absent, null or empty', async () => {
    for (const context of [{}, { title: null }, { title: '' }]) {
      const answer = await create(things, { context })
      assertRefused(answer, 400, 'element.required_field', /"title" \(Title\) is required/)
      assert.equal(answer.body.field, 'title')
    }
  })

  it('a context that is not an object', async () => {
    for (const context of ['x', 1, [1]])
      assertRefused(await create(parts, { context }), 400, 'input.wrong', /"context"/)
    for (const Context of ['x', 1, [1]]) assert.equal((await create(parts, { Context })).status, 400)
  })

  it('any mistake, and leaves nothing behind', async () => {
    const before = await listed(started.call, things, { size: 0 })
    const wrong = await create(things, { context: { title: 'x', amount: 'many' } })
    assertRefused(wrong, 400, 'field.wrong_value', /must be a number/)
    assertRefused(await create(things, { context: { sku: 'never' } }), 400, 'element.required_field', /is required/)
    const after = await listed(started.call, things, { size: 0 })
    assert.equal(after.total, before.total)
    assertDone(await create(things, { context: { title: 'x', sku: 'never' } }))
  })
})
