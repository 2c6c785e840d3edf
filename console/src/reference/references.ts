/**
 * Returns an OpenAPI document with its components in the places that refer to them. A named schema gets its name as
 * `title`.
 */
export function withoutReferences<Document>(document: Document): Document {
  const components = new Map<string, unknown>()
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { readonly $ref?: unknown }
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]))
    if (!components.has($ref)) components.set($ref, component($ref))
    return components.get($ref)
  }
  const component = (reference: string): unknown => {
    const [, , kind, title] = reference.split('/')
    let found: unknown = document
    for (const key of reference.split('/').slice(1)) found = (found as Readonly<Record<string, unknown>>)[key]
    return kind === 'schemas' ? { title, ...(resolve(found) as object) } : resolve(found)
  }
  return resolve(document) as Document
}
