import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertRefused,
  changed,
  type Everything,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { aFile } from '../disk/files.fixture.ts'

let started: Everything
let part: string
let another: string
let file: string
let otherFile: string
before(async () => {
  started = await startEverything()
  part = (await made(started.call, parts, { __name: 'Bolt' })).__id
  another = (await made(started.call, parts, { __name: 'Nut' })).__id
  file = (await aFile(started.call, 'one', 'one.txt')).__id
  otherFile = (await aFile(started.call, 'other', 'other.txt')).__id
})
after(() => started[Symbol.asyncDispose]())

const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const nobody = '0b6f7b2e-2f0f-4f5a-9c53-ffffffffffff'
/** Values that are written, and values that are returned. */
type Written = readonly [given: unknown, answered: unknown]
const same = (value: unknown): Written => [value, value]

const values: Readonly<Record<string, () => readonly Written[]>> = {
  note: () => [same('Ёлка\n"quoted" <b>&amp;</b> 🎄'), same('')],
  amount: () => [same(12.5), same(-7), same(0), same(1e21)],
  pieces: () => [same(3)],
  active: () => [same(false)],
  signedAt: () => [
    same('2027-12-31T00:00:00Z'),
    ['2027-12-31T10:00:00.250Z', '2027-12-31T10:00:00.25Z'],
    ['2027-12-31T10:00:00+03:00', '2027-12-31T07:00:00Z'],
    ['2027-12-31', '2027-12-31T00:00:00Z'],
    ['0001-01-01T00:00:00Z', null],
  ],
  due: () => [['2027-12-31', '2027-12-31T00:00:00Z'], same('2027-12-31T00:00:00Z')],
  opens: () => [['08:30', '0001-01-01T08:30:00Z'], same('0001-01-01T00:00:00Z')],
  kind: () => [
    [[{ code: 'small' }], [{ code: 'small', name: 'Small' }]],
    [[{ code: 'small', name: 'another name' }], [{ code: 'small', name: 'Small' }]],
    [{ code: 'large' }, [{ code: 'large', name: 'Large' }]],
    ['large', [{ code: 'large', name: 'Large' }]],
    [[], null],
  ],
  colours: () => [
    [
      [{ code: 'red' }, { code: 'blue' }],
      [
        { code: 'red', name: 'Red' },
        { code: 'blue', name: 'Blue' },
      ],
    ],
  ],
  price: () => [same({ cents: 12_345, currency: 'EUR' }), [{ cents: 1 }, { cents: 1, currency: 'RUB' }]],
  phones: () => [
    [
      [{ type: 'work', tel: '+7 495 123-45-67' }],
      [{ type: 'work', tel: '+7 495 123-45-67', ext: null, isValid: true }],
    ],
    [{ tel: '12' }, [{ type: '', tel: '12', ext: null, isValid: false }]],
    [[], null],
  ],
  emails: () => [
    [[{ type: 'main', email: 'a@example.org' }], [{ type: 'main', email: 'a@example.org', isValid: true }]],
  ],
  person: () => [
    same({ lastname: 'Ивáнова', firstname: 'Anna', middlename: '' }),
    [{ lastname: 'Alone' }, { lastname: 'Alone', firstname: '', middlename: '' }],
    [{ lastname: '', firstname: '', middlename: '' }, null],
  ],
  accounts: () => [[[{ login: 'anna', type: 'telegram' }], [{ type: 'telegram', login: 'anna' }]]],
  site: () => [same('not validated at all')],
  pictures: () => [same([file])],
  files: () => [same([file, otherFile])],
  owner: () => [
    [started.userId, [started.userId]],
    [[started.userId], [started.userId]],
  ],
  watchers: () => [same([started.userId])],
  part: () => [same([part]), [[], null]],
  parts: () => [same([another, part]), [[part, part.toUpperCase()], [part]]],
  about: () => [same([{ id: part, code: 'parts', namespace: 'all' }])],
  roles: () => [
    same([
      { code: id, type: 'group' },
      { code: id, type: 'user' },
      { code: id, type: 'orgstruct' },
    ]),
  ],
  places: () => [same([id])],
  lines: () => [
    [
      { rows: [{ name: 'a' }, { name: 'b', count: 2 }], result: { count: 3 } },
      {
        rows: [
          { name: 'a', count: 1 },
          { name: 'b', count: 2 },
        ],
        result: { count: 3 },
      },
    ],
    [[], null],
  ],
  folder: () => [same(id)],
  extra: () => [same({ any: ['json', 1, null, { deep: true }] }), same('text'), same(false), same([])],
}

describe('a value is returned in the form of the API', () => {
  for (const [code, written] of Object.entries(values)) {
    it(`in the field "${code}", after a create and after an update`, async () => {
      const empty = await made(started.call, things, { title: 'to be changed' })
      for (const [given, answered] of written()) {
        const created = await made(started.call, things, { title: code, [code]: given })
        assert.deepEqual(created[code], answered)
        assert.deepEqual((await changed(started.call, things, empty.__id, { [code]: given }))[code], answered)
        assert.deepEqual((await changed(started.call, things, empty.__id, { [code]: answered }))[code], answered)
        assert.equal((await changed(started.call, things, empty.__id, { [code]: null }))[code], null)
      }
    })
  }
})

describe('a value of another type is refused with the name of its field', () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    title: [1, {}, ['a'], 'x'.repeat(201)],
    amount: ['1', true, {}],
    pieces: [1.5, -1, '3'],
    active: ['true', 1],
    signedAt: ['yesterday', 5, '2026-02-30', ''],
    due: ['31.12.2026', {}],
    opens: ['25:00'],
    kind: ['medium', [{ code: 'small' }, { code: 'large' }], 5],
    colours: [[{ code: 'rot' }], [5]],
    price: [5, { cents: 1.5 }, { cents: 1, currency: 'roubles' }],
    phones: [5, [{ tel: 5 }]],
    emails: [[5]],
    person: ['Anna', { lastname: 5 }],
    accounts: [[{ login: {} }]],
    site: [5],
    pictures: ['x', [{}]],
    files: [['x'], id],
    owner: ['x', [id, nobody], {}],
    watchers: [[5]],
    part: [id, ['x'], [id, nobody]],
    about: [[{ id: 'x', code: 'parts', namespace: 'all' }], ['x']],
    roles: [[{ code: id, type: 'robot' }]],
    places: ['x'],
    lines: ['x', { rows: 5 }, { rows: [{ count: 1 }] }, { rows: [{ name: 'a', colour: 1 }] }],
    folder: ['x', [id]],
  }
  for (const [code, givens] of Object.entries(wrong)) {
    it(`"${code}"`, async () => {
      const { __id } = await made(started.call, things, { title: 'unchanged' })
      for (const given of givens) {
        const context = { title: 'x', [code]: given }
        for (const path of [`${things}/create`, `${things}/${__id}/update`]) {
          const answer = await started.call('POST', path, { context })
          assertRefused(answer, 400, 'field.wrong_value', new RegExp(code))
          assert.ok(answer.body.field.startsWith(code))
        }
      }
      const { body } = await started.call('GET', `${things}/${__id}/get`)
      assert.equal(body.item.title, 'unchanged')
    })
  }

  it('with a suggestion where the values are fixed', async () => {
    const answer = await started.call('POST', `${things}/create`, { context: { title: 'x', kind: 'smal' } })
    assertRefused(answer, 400, 'field.wrong_value', /"kind": has no value "smal"; did you mean "small"\?/)
  })

  it('and keys that reach prototypes are refused in a value', async () => {
    const text = '{"context":{"title":"x","extra":{"a":{"__proto__":1}}}}'
    const answer = await started.call('POST', `${things}/create`, text)
    assert.equal(answer.status, 400)
    assert.match(answer.body.error, /extra\.a\.__proto__/)
  })
})

describe('a reference', () => {
  const refused = async (context: Body, sentence: RegExp): Promise<void> => {
    const { __id } = await made(started.call, things, { title: 'x' })
    for (const path of [`${things}/create`, `${things}/${__id}/update`]) {
      const answer = await started.call('POST', path, { context: { title: 'x', ...context } })
      assertRefused(answer, 400, 'element.unknown_reference', sentence)
      assert.equal(answer.body.field, Object.keys(context)[0])
    }
  }

  it('must be the id of an existing element of the right application', async () => {
    const thing = await made(started.call, things, { title: 'no part' })
    await refused({ part: [nobody] }, new RegExp(`"part": no element of all\\.parts has the id ${nobody}`))
    await refused({ parts: [part, thing.__id] }, new RegExp(thing.__id))
  })

  it('must be the id of an existing user', async () => {
    await refused({ owner: nobody }, new RegExp(`"owner": no user has the id ${nobody}`))
    await refused({ watchers: [started.userId, part] }, new RegExp(`no user has the id ${part}`))
  })

  it('to any application must name an existing application and an element of it', async () => {
    await refused({ about: [{ id: part, code: 'things', namespace: 'all' }] }, /no element of all\.things/)
    await refused({ about: [{ id: part, code: 'nothing', namespace: 'all' }] }, /no element of all\.nothing/)
  })

  it('may be the id of a deleted element', async () => {
    const deleted = await made(started.call, parts, { __deletedAt: '2026-05-01T00:00:00Z' })
    assert.deepEqual((await made(started.call, things, { title: 'x', part: [deleted.__id] })).part, [deleted.__id])
  })
})
