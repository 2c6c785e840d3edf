import type { JsonSchema } from './schema-values.ts'

/** One operation of the document, by one of its methods. */
export interface Endpoint {
  readonly method: string
  /** `/pub/v1/app/{namespace}/{code}/list` */
  readonly path: string
  /** Of the body, or of the `query` of a GET. */
  readonly input: JsonSchema | undefined
  /** Parameters of the address beside `query`. */
  readonly query: readonly string[]
  /** The body is a file, not JSON. */
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

/** From the OpenAPI document of a running server. */
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
