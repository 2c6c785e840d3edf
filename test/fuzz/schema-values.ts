import fc from 'fast-check'

/** The part of JSON Schema that Chancery's OpenAPI document uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly additionalProperties?: boolean | JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** Generates values that match a schema. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf))
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => valuesOf({ ...schema, type })))
  switch (types[0]) {
    case 'object':
      return objectsOf(schema)
    case 'array':
      return listsOf(schema)
    case 'string':
      return textsOf(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1_000_000 })
    case 'number':
      return fc.oneof(fc.nat({ max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 }).filter(hasAllowedKeys)
  }
}

/** Returns whether a value is free of the keys that every request must avoid (decision 15). */
export function hasAllowedKeys(value: unknown): boolean {
  return !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value))
}

function listsOf({ items = {}, minItems = 0, uniqueItems = false }: JsonSchema): fc.Arbitrary<unknown> {
  const length = { minLength: minItems, maxLength: Math.max(4, minItems) }
  if (!uniqueItems) return fc.array(valuesOf(items), length)
  return fc.uniqueArray(valuesOf(items), { ...length, selector: (value) => JSON.stringify(value) })
}

function objectsOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]))
  return fc.record(known, { requiredKeys: [...required], noNullPrototype: true })
}

function textsOf({ format, pattern, minLength = 0, maxLength = 30 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return matching(pattern)
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time' || format === 'date') {
    const years = { min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }
    return fc.date(years).map((date) => date.toISOString().slice(0, format === 'date' ? 10 : undefined))
  }
  const most = Math.max(minLength, Math.min(maxLength, 30))
  // JSON Schema counts code points; a grapheme may have several of them.
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: most })
  return text.map((some) => [...some].slice(0, most).join(''))
}

/**
 * Generates texts that match a pattern. fast-check ignores lookaheads when it generates texts, so a filter applies
 * them.
 */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern)
  const withoutLookaheads = pattern.replaceAll(/\(\?[=!][^)]*\)/g, '')
  const texts = fc.stringMatching(new RegExp(withoutLookaheads))
  return withoutLookaheads === pattern ? texts : texts.filter((text) => whole.test(text))
}
