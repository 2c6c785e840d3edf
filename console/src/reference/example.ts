import type { Schema } from './document.ts'

const byFormat: Readonly<Record<string, string>> = {
  uuid: '01902f5e-7a3b-7c1d-9e4f-5a6b7c8d9e0f',
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  time: '09:00:00',
  email: 'name@example.org',
  uri: 'https://example.org/',
}
const maxDepth = 6

/**
 * Returns an example of a value for a schema. Objects have their required properties, or all of their properties when
 * `isComplete` is true.
 */
export function exampleOf(schema: Schema, isComplete = false, depth = 0): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return exampleOf(choice, isComplete, depth)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object' || schema.properties) return exampleObject(schema, isComplete, depth)
  if (type === 'array') return depth < maxDepth && schema.items ? [exampleOf(schema.items, isComplete, depth + 1)] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return true
  if (type === 'null') return null
  return byFormat[schema.format ?? ''] ?? 'text'
}

function exampleObject({ properties = {}, required = [] }: Schema, isComplete: boolean, depth: number): unknown {
  if (depth >= maxDepth) return {}
  const shown = Object.entries(properties).filter(([name]) => isComplete || required.includes(name))
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema, isComplete, depth + 1)]))
}
