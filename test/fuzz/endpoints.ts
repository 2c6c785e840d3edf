import type { JsonSchema } from './schema-values.ts'

/** One operation of the OpenAPI document, with one of its methods. */
export interface Endpoint {
  readonly method: string
  /** Path template, such as `/pub/v1/app/{namespace}/{code}/list`. */
  readonly path: string
  /** Schema of the JSON body, or of `query` of a GET. */
  readonly input: JsonSchema | undefined
  /** Names of the address's parameters other than `query`. */
  readonly query: readonly string[]
  /** Whether the body is a file instead of JSON. */
  readonly bytes: boolean
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } }
}

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
}

/** Returns the endpoints of a running server's OpenAPI document. */
export function endpointsOf(document: { paths: Record<string, Record<string, Described>> }): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Endpoint => {
      const byQuery = parameters.find(({ content }) => content !== undefined)
      const json = requestBody?.content['application/json'] ?? byQuery?.content?.['application/json']
      const query = parameters.filter((one) => one.in === 'query' && one !== byQuery).map(({ name }) => name)
      const bytes = requestBody !== undefined && json === undefined
      return { method: method.toUpperCase(), path, input: json?.schema, query, bytes }
    }),
  )
}
