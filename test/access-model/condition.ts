import fc from 'fast-check'
import { type App, apps, fields, kinds, linkOf, statuses } from './vocabulary.ts'

/** The part of EQL that the model covers; paths lead through `link`. */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  | { readonly is: 'equals'; readonly path: readonly string[]; readonly value: string | number }
  | { readonly is: 'in'; readonly path: readonly string[]; readonly values: readonly (string | number)[] }
  | { readonly is: 'like'; readonly path: readonly string[]; readonly part: string }
  | { readonly is: 'empty'; readonly path: readonly string[] }
  /** The caller is the author of the row, or is listed in `owners`. */
  | { readonly is: 'me'; readonly field: '__createdBy' | 'owners' }
  /** `link` leads to a row that matches the condition. */
  | { readonly is: 'linked'; readonly where: Condition }
  /** At least `least` rows of the application match the condition, or have the same text as this row. */
  | { readonly is: 'count'; readonly app: App; readonly least: number; readonly where: Condition | 'same text' }
  /** At least `least` rows link to this row. */
  | { readonly is: 'leading here'; readonly least: number }

export const texts = ['nord', 'Nord', 'süd', "o'st", '50%'] as const
export const amounts = [-1.5, 0, 1, 7] as const

const path = (...codes: string[]) =>
  fc
    .tuple(fc.constantFrom([], [], [], ['link'], ['link', 'link']), fc.constantFrom(...codes))
    .map(([way, code]) => [...way, code])

const simple: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ is: fc.constant('equals' as const), path: path('text'), value: fc.constantFrom(...texts) }),
  fc.record({ is: fc.constant('equals' as const), path: path('amount'), value: fc.constantFrom(...amounts) }),
  fc.record({ is: fc.constant('equals' as const), path: path('kind'), value: fc.constantFrom(...kinds) }),
  fc.record({
    is: fc.constant('equals' as const),
    path: path('__status'),
    value: fc.integer({ min: 1, max: statuses.length }),
  }),
  fc.record({ is: fc.constant('in' as const), path: path('kind'), values: fc.uniqueArray(fc.constantFrom(...kinds)) }),
  fc.record({
    is: fc.constant('in' as const),
    path: path('amount'),
    values: fc.uniqueArray(fc.constantFrom(...amounts)),
  }),
  fc.record({ is: fc.constant('like' as const), path: path('text'), part: fc.constantFrom('nor', 'O', "'", '%', '') }),
  fc.record({ is: fc.constant('empty' as const), path: path(...fields) }),
  fc.record({ is: fc.constant('me' as const), field: fc.constantFrom('__createdBy' as const, 'owners' as const) }),
)

export const conditions = fc.letrec<{ condition: Condition; flat: Condition }>((tie) => ({
  flat: fc.oneof(
    { withCrossShrink: true },
    { arbitrary: simple, weight: 4 },
    { arbitrary: fc.record({ is: fc.constant('not' as const), of: simple }), weight: 1 },
    {
      arbitrary: fc.record({ is: fc.constant('and' as const), of: fc.array(simple, { minLength: 2, maxLength: 2 }) }),
      weight: 1,
    },
  ),
  condition: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { arbitrary: simple, weight: 5 },
    {
      arbitrary: fc.record({
        is: fc.constantFrom('and' as const, 'or' as const),
        of: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
      }),
      weight: 2,
    },
    { arbitrary: fc.record({ is: fc.constant('not' as const), of: tie('condition') }), weight: 2 },
    { arbitrary: fc.record({ is: fc.constant('linked' as const), where: tie('flat') }), weight: 1 },
    {
      arbitrary: fc.record({
        is: fc.constant('count' as const),
        app: fc.constantFrom(...apps),
        least: fc.integer({ min: 1, max: 4 }),
        where: fc.oneof(tie('flat'), fc.constant('same text' as const)),
      }),
      weight: 1,
    },
    {
      arbitrary: fc.record({ is: fc.constant('leading here' as const), least: fc.integer({ min: 1, max: 2 }) }),
      weight: 1,
    },
  ),
})).condition

/** Returns the EQL of a condition about rows of an application. */
export function toEql(condition: Condition, app: App): string {
  const from = apps.find((one) => linkOf[one] === app)!
  switch (condition.is) {
    case 'and':
    case 'or':
      return `(${condition.of.map((part) => toEql(part, app)).join(` ${condition.is} `)})`
    case 'not':
      return `not (${toEql(condition.of, app)})`
    case 'equals':
      return `${named(condition.path)} = ${quoted(condition.value)}`
    case 'in':
      return `${named(condition.path)} in (${condition.values.map(quoted).join(', ')})`
    case 'like':
      return `${named(condition.path)} like ${quoted(condition.part)}`
    case 'empty':
      return `${named(condition.path)} is null`
    case 'me':
      return `CurrentUser() in [${condition.field}]`
    case 'linked':
      return `[link] in (select [__id] from [${linkOf[app]}] where ${toEql(condition.where, linkOf[app])})`
    case 'count': {
      const where = condition.where === 'same text' ? '[text] = parent.[text]' : toEql(condition.where, condition.app)
      return `Count(from [${condition.app}] where ${where}) >= ${condition.least}`
    }
    case 'leading here':
      return `Count(from [${from}] where parent.[__id] in [link]) >= ${condition.least}`
  }
}

const named = (names: readonly string[]): string => `[${names.join('.')}]`
const quoted = (value: string | number): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
