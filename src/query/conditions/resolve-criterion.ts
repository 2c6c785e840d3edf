import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Constant } from '../condition.ts'
import { readIdCriterion } from '../fields/index.ts'
import type { Setting } from '../source.ts'
import { comparesConstant, isEmpty, isLike } from '../sql/comparison-sql.ts'
import { hasAny } from '../sql/membership-sql.ts'
import type { Draft, KnownField } from './query-level.ts'

/**
 * Compiles an entry of `tf` to SQL. The field's type reads the entry, so that each type keeps its own rules in its own
 * file.
 */
export function criterionSql(known: KnownField, raw: unknown, draft: Draft): Sql {
  const { field } = known
  const { setting } = draft
  // Ids in uuid columns (`__id`, `__createdBy`) are only tested for equality, whatever the type of their field.
  const criterion = known.kind === 'uuid' ? readIdCriterion(raw, field, true) : field.type.criterion(raw, field)
  switch (criterion.is) {
    case 'empty':
      return isEmpty(known)
    case 'like':
      return isLike(known, criterion.text, false, draft)
    case 'equal':
      return hasOrEquals(known, constant(criterion.value), setting)
    case 'anyOf':
      return hasAny(known, criterion.values.map(constant), setting)
    case 'between': {
      const bounds: Sql[] = []
      if (criterion.min !== undefined) bounds.push(comparesConstant('>=', known, constant(criterion.min), setting))
      if (criterion.max !== undefined) bounds.push(comparesConstant('<=', known, constant(criterion.max), setting))
      return bounds.length > 0 ? sql`(${join(bounds, sql` and `)})` : sql`true`
    }
  }
}

function hasOrEquals(known: KnownField, value: Constant, setting: Setting): Sql {
  return known.list ? hasAny(known, [value], setting) : comparesConstant('=', known, value, setting)
}

function constant(value: string | number | boolean): Constant {
  return { is: 'value', value }
}
