import type { TSchema } from 'typebox'

type Node = Readonly<Record<string, unknown>>

/**
 * Returns a schema that refuses unknown keys: in each object that lists its properties and does not allow others
 * explicitly, at any depth.
 */
export function closedSchema<T extends TSchema>(schema: T): T {
  return close(schema as Node) as unknown as T
}

function close(node: Node): Node {
  const closed: Record<string, unknown> = { ...node }
  if (isNode(node.properties)) {
    const entries = Object.entries(node.properties).map(([name, property]) => [name, closeAny(property)])
    closed.properties = Object.fromEntries(entries)
    closed.additionalProperties ??= false
  }
  if (isNode(node.items)) closed.items = close(node.items)
  if (Array.isArray(node.anyOf)) closed.anyOf = node.anyOf.map(closeAny)
  return closed
}

function closeAny(node: unknown): unknown {
  return isNode(node) ? close(node) : node
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
