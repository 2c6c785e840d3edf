import fc from 'fast-check'
import { aField } from './a-field.fixture.ts'
import type { Field } from './field-type.ts'
import { fieldTypeByCode } from './field-types.ts'

export interface Example {
  readonly field: Field
  /** The values that `read` accepts. */
  readonly given: fc.Arbitrary<unknown>
}

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((some) => !some.includes('\0'))
const uuid = fc.oneof(fc.uuid(), fc.constantFrom('0190A1B2-0000-7000-8000-00000000000A'))
const ids = fc.array(uuid, { maxLength: 4 })
const moment = fc
  .tuple(
    fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
    fc.constantFrom('Z', '', '+03:00', '-11:30', '+0530'),
    fc.constantFrom('', '.5', '.000', '.123456789'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)
const day = moment.map((iso) => iso.slice(0, 10))
const zero = fc.constant('0001-01-01T00:00:00Z')

const values = [
  { code: 'a', name: 'A' },
  { code: 'b', name: 'B' },
]
const code = fc.constantFrom('a', 'b')
const codes = fc.array(fc.oneof(code, fc.record({ code })), { maxLength: 3 })
const cents = fc.oneof(fc.maxSafeInteger(), fc.constant(-0), fc.constant(null))
const money = fc.record({ cents, currency: fc.constantFrom('USD', '', null) }, { requiredKeys: [] })
const contacts = (key: string) =>
  fc.oneof(text, fc.array(fc.record({ type: text, [key]: text, ext: text }, { requiredKeys: [] }), { maxLength: 3 }))
const item = fc.record({
  id: uuid,
  code: fc.constantFrom('incoming', '_users'),
  namespace: fc.constantFrom('docs', 'a.b'),
})
const role = fc.record({ code: uuid, type: fc.constantFrom('user', 'group', 'orgstruct') })
const row = fc.record({ name: text, sum: money, at: fc.oneof(moment, fc.constant(null)) }, { requiredKeys: ['name'] })
const columns = [
  { code: 'name', type: 'string' },
  { code: 'sum', type: 'money' },
  { code: 'at', type: 'datetime', view: 'date' },
]

/** Test examples: at least one field of each type that a definition can name, with values for the field. */
export const examples: readonly Example[] = [
  { field: aField('string'), given: text },
  { field: aField('link'), given: text },
  { field: aField('number'), given: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { field: aField('number', { decimals: 2 }), given: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { field: aField('number', { integer: true }), given: fc.maxSafeInteger() },
  { field: aField('boolean'), given: fc.boolean() },
  { field: aField('datetime'), given: fc.oneof(moment, day, zero) },
  { field: aField('datetime', { view: 'date' }), given: fc.oneof(moment, day, zero) },
  { field: aField('datetime', { view: 'time' }), given: fc.oneof(moment, zero, fc.constantFrom('08:30', '23:59:59')) },
  {
    field: aField('category', { values }),
    given: fc.oneof(
      code,
      codes.map((all) => all.slice(0, 1)),
    ),
  },
  { field: aField('category', { values, array: true }), given: codes },
  { field: aField('money'), given: money },
  { field: aField('phone'), given: contacts('tel') },
  { field: aField('email'), given: contacts('email') },
  { field: aField('account'), given: contacts('login') },
  {
    field: aField('full_name'),
    given: fc.record({ lastname: text, firstname: text, middlename: text }, { requiredKeys: [] }),
  },
  { field: aField('image', { array: true }), given: ids },
  { field: aField('file', { array: true }), given: ids },
  { field: aField('user'), given: fc.oneof(uuid, fc.tuple(uuid)) },
  { field: aField('reference', { to: 'ref.contacts', array: true }), given: ids },
  { field: aField('any_reference', { array: true }), given: fc.oneof(item, fc.array(item, { maxLength: 3 })) },
  { field: aField('role', { array: true }), given: fc.oneof(role, fc.array(role, { maxLength: 3 })) },
  { field: aField('org_item', { array: true }), given: ids },
  {
    field: aField('table', { columns }),
    given: fc.record({ rows: fc.array(row, { maxLength: 3 }) }, { requiredKeys: [] }),
  },
  { field: aField('directory'), given: uuid },
  { field: aField('json'), given: fc.jsonValue({ maxDepth: 4 }).filter((some) => some !== null) },
]

/** A field of type STATUS, the one type that cannot be written. */
export const statusField: Field = { ...aField('json'), type: fieldTypeByCode('STATUS')! }
