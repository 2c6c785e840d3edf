import type { Schema } from './document.ts'

/** Returns the type of a schema in a few words, such as `array of string (uuid)` or `"a" | "b"`. */
export function typeOf(schema: Schema): string {
  if (schema.title) return schema.title
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const named = types.map((type) => (type === 'array' && schema.items ? `array of ${typeOf(schema.items)}` : type))
  const type = named.join(' | ') || (schema.properties ? 'object' : 'any')
  return schema.format ? `${type} (${schema.format})` : type
}

/** Returns the limits of a value, such as `1…200 characters`, or undefined when the schema states none. */
export function limitsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string | undefined {
  const limits = [
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum),
    range(undefined, maxItems, 'items'),
  ].filter((text) => text !== undefined)
  return limits.length > 0 ? limits.join(', ') : undefined
}

function range(least: number | undefined, most: number | undefined, unit = ''): string | undefined {
  if (least === undefined && most === undefined) return undefined
  const text = most === undefined ? `≥ ${least}` : least === undefined ? `≤ ${most}` : `${least}…${most}`
  return unit === '' ? text : `${text} ${unit}`
}
