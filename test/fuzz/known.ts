import fc from 'fast-check'
import { hasAllowedKeys } from './schema-values.ts'

/** Number of copies of each thing, because requests change things or use them up. `thing` and `part` have no copies. */
export const copies = 5

/** Ids of existing things that requests may ask for and change. Copies have names such as `case0`. */
export interface Known {
  readonly thing: string
  readonly part: string
  readonly user: string
  readonly [copy: string]: string
}

const text = fc.string({ unit: 'grapheme', maxLength: 50 })
const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const contacts = (key: string) => fc.array(fc.record({ type: fc.constant('work'), [key]: text }), { maxLength: 2 })
const part = fc.constant('{{part}}')
const user = fc.constant('{{user}}')
const role = fc.record({ code: user, type: fc.constant('user') })
const someOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 })

/**
 * Valid values for every field of `all.things`. Ids are placeholders such as `{{part}}`, which are filled in before
 * sending.
 */
const thingFields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: text.filter((some) => some !== ''),
  series: fc.uuid(),
  sku: fc.uuid(),
  note: text,
  amount: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
  pieces: fc.nat(),
  active: fc.boolean(),
  signedAt: day.map((date) => date.toISOString()),
  due: day.map((date) => date.toISOString().slice(0, 10)),
  opens: day.map((date) => date.toISOString().slice(11, 19)),
  kind: fc.constantFrom('small', 'large', [{ code: 'small' }], []),
  colours: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
  price: fc.record({ cents: fc.maxSafeInteger(), currency: fc.constantFrom('USD', 'EUR') }),
  phones: contacts('tel'),
  emails: contacts('email'),
  person: fc.record({ lastname: text, firstname: text, middlename: text }, { requiredKeys: [] }),
  site: text,
  owner: user,
  watchers: someOf(user),
  part: fc.tuple(part),
  parts: someOf(part),
  about: someOf(fc.record({ id: part, code: fc.constant('parts'), namespace: fc.constant('all') })),
  roles: someOf(role),
  lines: fc.record({ rows: someOf(fc.record({ name: text.filter((some) => some !== ''), count: fc.nat() })) }),
  extra: fc.jsonValue({ maxDepth: 3 }).filter(hasAllowedKeys),
}

const partFields = { code: text, weight: fc.nat(), keeper: user, madeOf: someOf(part) }

/** Generates a context that create and update of the application accept. */
export function contextOf(application: 'things' | 'parts'): fc.Arbitrary<object> {
  const fields = application === 'things' ? thingFields : partFields
  return fc.record(fields, { requiredKeys: application === 'things' ? ['title'] : [], noNullPrototype: true })
}

const tf: fc.Arbitrary<unknown> = fc.record(
  {
    title: text,
    amount: fc.record({ min: fc.nat(), max: fc.nat() }, { requiredKeys: [] }),
    active: fc.boolean(),
    due: fc.record({ min: fc.constant('2020-01-01'), max: fc.constant('2030-01-01') }, { requiredKeys: [] }),
    kind: fc.constantFrom('small', ['large']),
    parts: someOf(part),
    owner: user,
    __name: text,
    __id: fc.constant('{{thing}}'),
    __status: fc.constantFrom(1, [1, 2]),
  },
  { requiredKeys: [], noNullPrototype: true },
)

const conditions = [
  { eq: [{ field: 'active' }, { const: true }] },
  { and: [{ gt: [{ field: 'amount' }, { const: 1 }] }, { not: { like: [{ field: 'title' }, { const: 'a' }] } }] },
  { in: [{ field: 'kind' }, { list: ['small', 'large'] }] },
  { link: [{ field: 'parts' }, { list: ['{{part}}'] }] },
  { eql: { query: "[title] like 'a' and not ([amount] > 5 or [due] is null)" } },
  { eql: { query: "[part] in (select [__id] from [all.parts] where [code] = 'bolt')" } },
  { eql: { query: "[signedAt] = RelativeDatetime('-7d', '+1m') and [owner] = CurrentUser()" } },
]

/** Generates bodies that the list of `all.things` accepts. */
export const listBodies: fc.Arbitrary<object> = fc.record(
  {
    from: fc.nat({ max: 20 }),
    size: fc.nat({ max: 20 }),
    active: fc.boolean(),
    ids: someOf(fc.constant('{{thing}}')),
    fields: fc.constantFrom(
      { '*': true, note: false },
      { title: true },
      { part: { code: true }, owner: { '*': true } },
      {},
    ),
    filter: fc.oneof(
      tf.map((criteria) => ({ tf: criteria })),
      fc.constantFrom(...conditions),
    ),
    sortExpressions: fc
      .uniqueArray(fc.constantFrom('title', 'amount', '__createdAt', 'due'), { maxLength: 3 })
      .map((all) => all.map((field) => ({ field, ascending: field !== 'due' }))),
    statusCode: fc.uniqueArray(fc.constantFrom('draft', 'review', 'mended')),
  },
  { requiredKeys: [], noNullPrototype: true },
)
