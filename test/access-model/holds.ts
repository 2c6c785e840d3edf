import type { Condition } from './condition.ts'
import { type App, apps, linkOf, type Row } from './world.ts'

/** The rows and values that a condition can use. Rules use all values; a list, only those its caller may read. */
export interface Eyes {
  readonly userId: string
  rows(app: App): readonly Row[]
  /** Returns a value of a row; null when the value may not be read. */
  value(row: Row, code: string): unknown
}

/** Returns whether a condition is true for a row, by evaluating it directly. */
export function holds(condition: Condition, row: Row, eyes: Eyes): boolean {
  switch (condition.is) {
    case 'and':
      return condition.of.every((part) => holds(part, row, eyes))
    case 'or':
      return condition.of.some((part) => holds(part, row, eyes))
    case 'not':
      return !holds(condition.of, row, eyes)
    case 'equals':
      return valuesAt(condition.path, row, eyes).includes(condition.value)
    case 'in':
      return valuesAt(condition.path, row, eyes).some((value) => condition.values.includes(value as string))
    case 'like':
      return valuesAt(condition.path, row, eyes).some((value) =>
        String(value).toLowerCase().includes(condition.part.toLowerCase()),
      )
    case 'empty':
      return valuesAt(condition.path, row, eyes).length === 0
    case 'me':
      return valuesAt([condition.field], row, eyes).includes(eyes.userId)
    case 'linked':
      return eyes
        .rows(linkOf[row.app])
        .some((other) => leadsTo(row, other, eyes) && holds(condition.where, other, eyes))
    case 'count': {
      const fits = (other: Row): boolean =>
        condition.where === 'same text'
          ? valuesAt(['text'], other, eyes).some((text) => valuesAt(['text'], row, eyes).includes(text))
          : holds(condition.where, other, eyes)
      return eyes.rows(condition.app).filter(fits).length >= condition.least
    }
    case 'leading here': {
      const from = apps.find((app) => linkOf[app] === row.app)!
      return eyes.rows(from).filter((other) => leadsTo(other, row, eyes)).length >= condition.least
    }
  }
}

function leadsTo(row: Row, other: Row, eyes: Eyes): boolean {
  return valuesAt(['link'], row, eyes).includes(other.id)
}

/** Returns all values at the end of a path; an empty list when there are none. */
function valuesAt([code, ...rest]: readonly string[], row: Row, eyes: Eyes): unknown[] {
  if (rest.length === 0) return plain(eyes.value(row, code!))
  return eyes
    .rows(linkOf[row.app])
    .filter((other) => leadsTo(row, other, eyes))
    .flatMap((other) => valuesAt(rest, other, eyes))
}

/** Returns the values as a list, with codes in place of categories and roles. */
function plain(value: unknown): unknown[] {
  if (value === null) return []
  return [value].flat().map((entry) => (typeof entry === 'object' ? (entry as { code: string }).code : entry))
}

/** Returns the fields that a condition names. A caller who may not know one of them is refused. */
export function namesIn(condition: Condition, app: App): [App, string][] {
  const through = ([code, ...rest]: readonly string[], at: App): [App, string][] => [
    [at, code!],
    ...(rest.length === 0 ? [] : through(rest, linkOf[at])),
  ]
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.of.flatMap((part) => namesIn(part, app))
    case 'not':
      return namesIn(condition.of, app)
    case 'me':
      return [[app, condition.field]]
    case 'linked':
      return [[app, 'link'], [linkOf[app], '__id'], ...namesIn(condition.where, linkOf[app])]
    case 'count':
      if (condition.where === 'same text')
        return [
          [app, 'text'],
          [condition.app, 'text'],
        ]
      return [[condition.app, '__id'], ...namesIn(condition.where, condition.app)]
    case 'leading here':
      return [[apps.find((one) => linkOf[one] === app)!, 'link']]
    default:
      return through(condition.path, app)
  }
}
