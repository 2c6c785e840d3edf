import type { TSchema } from 'typebox'
import { isObject } from '../../foundation/kit/json.ts'
import type { TextPath } from './texts.ts'

/** Returns a schema for editors in which the texts at these paths may also be maps of languages. */
export function schemaWithLanguages(schema: TSchema, paths: readonly TextPath[]): TSchema {
  const copy = structuredClone(schema)
  for (const path of paths) widen(copy, (typeof path === 'string' ? path : path.path).split('.'))
  return copy
}

function widen(schema: unknown, [part = '', ...rest]: readonly string[]): void {
  if (!isObject(schema)) return
  if (Array.isArray(schema.anyOf)) for (const branch of schema.anyOf) widen(branch, [part, ...rest])
  const key = part.replace('[]', '')
  const { properties } = schema
  const inner = isObject(properties) ? properties[key] : undefined
  if (!isObject(properties) || !isObject(inner)) return
  if (rest.length > 0) widen(key === part ? inner : inner.items, rest)
  else if (inner.type === 'string') properties[key] = inLanguages(inner)
}

function inLanguages({ description, ...text }: Record<string, unknown>): object {
  const map = {
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8})*$' },
    additionalProperties: text,
  }
  return { ...(description === undefined ? {} : { description }), anyOf: [text, map] }
}
