import { Type } from 'typebox'
import { sql } from '../../foundation/db/sql.ts'
import type { JsonValue } from '../../foundation/kit/json.ts'
import { wrongCriterion, wrongValue } from '../errors.ts'
import type { Comparable, Field, FieldType } from '../field-type.ts'
import { shownValue } from './shown-value.ts'

const maxItems = 10_000

/** Returns the type of a list whose items have the given type, such as a list of strings. */
export function listType(inner: FieldType): FieldType {
  return {
    ...inner,
    several: 'always',
    column: { type: 'jsonb', value: (json) => sql`nullif(${json}, 'null'::jsonb)` },
    wire: (field) => Type.Array(inner.wire(itemOf(field))),
    read(value, field) {
      if (!Array.isArray(value)) throw wrongValue(field, `must be a list, not ${shownValue(value)}`)
      if (value.length > maxItems) throw wrongValue(field, `holds at most ${maxItems} items, not ${value.length}`)
      return value.map((item, index): JsonValue => {
        const place = { ...itemOf(field), code: `${field.code}[${index}]` }
        if (item === null || item === undefined) throw wrongValue(place, 'must not be empty')
        return inner.read(item, place)
      })
    },
    comparable: (field): Comparable => {
      const one = inner.comparable?.(itemOf(field))
      if (one === undefined || one.many) return nothing
      return {
        kind: one.kind,
        many: true,
        entry: (entry) => one.value(entry),
        holding: (value) => (one.kind === 'instant' ? `${value}Z` : (one.stored?.(value) ?? value)),
        sort: (json) => sql`((${json} -> 0) #>> '{}')`,
      }
    },
    criterion(value, field) {
      const items = Array.isArray(value) ? value : [value]
      const values = items.map((item) => {
        const criterion = inner.criterion(item, itemOf(field))
        if (criterion.is === 'equal') return criterion.value as string | number
        if (criterion.is === 'like') return criterion.text
        throw wrongCriterion(field, `a value or a list of values is expected, not ${shownValue(value)}`)
      })
      return { is: 'anyOf', values }
    },
  }
}

const itemOf = (field: Field): Field => ({ ...field, array: false })

const nothing: Comparable = {
  kind: 'text',
  many: true,
  entry: (entry) => sql`(${entry} #>> '{}')`,
  holding: (value) => value,
  sort: (json) => sql`((${json} -> 0) #>> '{}')`,
}
