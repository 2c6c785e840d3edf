import fc from 'fast-check'
import { amounts, conditions, texts } from './condition.ts'
import { people, someOf } from './random-people.ts'
import { rules } from './random-rules.ts'
import {
  type App,
  type Attempt,
  apps,
  type Field,
  fields,
  folderIds,
  type Grant,
  groupIds,
  kinds,
  linkOf,
  type Round,
  type Row,
  rowId,
  rowsEach,
  seatIds,
  statuses,
  userIds,
  type World,
} from './world.ts'

const place = fc.nat({ max: rowsEach - 1 })
const role = fc.oneof(
  fc.record({ code: fc.constantFrom(...userIds), type: fc.constant('user') }),
  fc.record({ code: fc.constantFrom(...groupIds), type: fc.constant('group') }),
  fc.record({ code: fc.constantFrom(...seatIds), type: fc.constant('orgstruct') }),
)
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 })

const valuesFor = (app: App): Record<Field, fc.Arbitrary<unknown>> => ({
  text: maybe(fc.constantFrom(...texts)),
  amount: maybe(fc.constantFrom(...amounts)),
  kind: maybe(fc.constantFrom(...kinds).map((code) => [{ code, name: code }])),
  // Never an empty list, because the platform stores it as null.
  owners: maybe(someOf(userIds, 2, 1)),
  seats: maybe(someOf(seatIds, 2, 1)),
  roles: maybe(fc.uniqueArray(role, { selector: ({ code }) => code, minLength: 1, maxLength: 2 })),
  link: maybe(place.map((n) => [rowId(linkOf[app], n)])),
})

const row = (app: App, n: number): fc.Arbitrary<Row> =>
  fc.record({
    id: fc.constant(rowId(app, n)),
    app: fc.constant(app),
    author: fc.constantFrom(...userIds),
    folder: fc.constantFrom(null, ...folderIds),
    status: fc.integer({ min: 1, max: statuses.length }),
    deleted: fc.nat({ max: 5 }).map((number) => number === 5),
    values: fc.record(valuesFor(app)),
  })

const grants: fc.Arbitrary<Grant[]> = fc.uniqueArray(
  fc.constantFrom(...apps).chain((app) =>
    fc.record({
      app: fc.constant(app),
      row: place.map((n) => rowId(app, n)),
      subject: fc.constantFrom(...userIds, ...groupIds, ...seatIds),
      rights: someOf(['view', 'edit', 'delete', 'export', 'access'] as const, 2, 1),
    }),
  ),
  { selector: (grant) => `${grant.row} ${grant.subject}`, maxLength: 5 },
)

const attempt: fc.Arbitrary<Attempt> = fc.constantFrom(...apps).chain((app) => {
  const who = { user: fc.constantFrom(...userIds), app: fc.constant(app) }
  // References are left out, because the platform checks them by separate rules.
  const { link: _, ...values } = valuesFor(app)
  const change = fc
    .constantFrom(...(Object.keys(values) as (keyof typeof values)[]))
    .chain((field) =>
      fc.record({ ...who, is: fc.constant('change' as const), place, field: fc.constant(field), value: values[field] }),
    )
  const guess = fc.record({ ...who, is: fc.constant('guess' as const), place, field: fc.constantFrom(...fields) })
  return fc.oneof(
    { arbitrary: change, weight: 5 },
    { arbitrary: guess, weight: 3 },
    {
      arbitrary: fc.record({
        ...who,
        is: fc.constantFrom('touch' as const, 'delete' as const, 'restore' as const, 'return' as const),
        place,
      }),
      weight: 4,
    },
    {
      arbitrary: fc.record({
        ...who,
        is: fc.constant('create' as const),
        folder: fc.constantFrom(null, ...folderIds),
        values: fc.record(values, { requiredKeys: [] }),
      }),
      weight: 3,
    },
  )
})

const round: fc.Arbitrary<Round> = fc.record({
  setting: rules(true),
  filters: fc.array(fc.record({ app: fc.constantFrom(...apps), by: conditions }), { maxLength: 4, size: 'max' }),
  attempts: fc.array(attempt, { maxLength: 30, size: 'max' }),
})

export const worlds: fc.Arbitrary<World> = fc
  .record({
    people,
    rows: fc.tuple(...apps.flatMap((app) => Array.from({ length: rowsEach }, (_, n) => row(app, n)))),
    definition: rules(false),
    grants,
    rounds: fc.array(round, { minLength: 2, maxLength: 2 }),
  })
  .map(({ people: all, ...world }) => structuredClone({ ...all, ...world }))
