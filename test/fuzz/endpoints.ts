import { withoutReferences } from '../../console/src/reference/references.ts'
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
  /** Whether the answer is a stream that lasts until the client stops reading. */
  readonly lasts: boolean
  /** Schemas of the path's parameters by name. */
  readonly params: Readonly<Record<string, JsonSchema>>
  /** Schemas of the JSON answers by status; undefined for a status whose answer is not JSON. */
  readonly answers: Readonly<Record<string, JsonSchema | undefined>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: JsonSchema
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } }
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
  readonly requestBody?: { readonly content: Content }
}

/** The part of an OpenAPI document that the fuzzer reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** Returns the endpoints of a running server's OpenAPI document. */
export function endpointsOf(document: Document): Endpoint[] {
  const answerOf = (content: Content = {}): JsonSchema | undefined => {
    // An operation may answer in a form of its own, whose media type names the character set.
    if (Object.keys(content).length > 1) return undefined
    return content['application/json']?.schema
  }
  return Object.entries(withoutReferences(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]): Endpoint => {
      const byQuery = parameters.find(({ content }) => content !== undefined)
      const json = requestBody?.content['application/json'] ?? byQuery?.content?.['application/json']
      const named = (place: string) => parameters.filter((one) => one.in === place && one !== byQuery)
      return {
        method: method.toUpperCase(),
        path,
        input: json?.schema,
        query: named('query').map(({ name }) => name),
        bytes: requestBody !== undefined && json === undefined,
        lasts: responses[200]?.content?.['text/event-stream'] !== undefined,
        params: Object.fromEntries(named('path').map(({ name, schema }) => [name, schema!])),
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => [status, answerOf(content)]),
        ),
      }
    }),
  )
}
