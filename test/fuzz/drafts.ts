import fc from 'fast-check'
import { adminToken } from '../platform.ts'
import { definitionOf, idFor, withKnown } from './addresses.ts'
import type { Endpoint } from './endpoints.ts'
import { deepMark, deepText, manyTexts } from './hostile.ts'
import { contextOf, type Known, listBodies } from './known.ts'
import type { ExampleUse, Request } from './request.ts'
import { valuesOf } from './schema-values.ts'

/** A request in parts that can be mutated one at a time. */
export interface Draft {
  readonly method: string
  readonly segments: readonly string[]
  readonly query: readonly (readonly [string, string])[]
  readonly headers: readonly string[]
  /** JSON input of the operation: the body, or `query` of a GET; absent when there is none. */
  readonly json?: unknown
  /** A body that is not JSON; each character is a byte. */
  readonly bytes?: string
  /** The example from which the draft was made; absent when the draft was generated from the document alone. */
  readonly example?: ExampleUse
  /** Mutates the text of `json`. */
  readonly rewrite?: (text: string) => string
  /** Whether the request must succeed when it is not mutated. */
  readonly right: boolean
}

/** Mutates one place of a draft; returns the draft unchanged when it has no such place. */
export type Mutation = (draft: Draft) => Draft

export const tokenHeader = `authorization: Bearer ${adminToken}`

/** Generates valid requests for all operations of the document, mostly for those that read and write elements. */
export function draftsOf(endpoints: readonly Endpoint[]): fc.Arbitrary<Draft> {
  const ending = endpoints.filter(({ lasts }) => !lasts)
  const weighted = ending.map((endpoint) => ({ weight: weightOf(endpoint), arbitrary: draftOf(endpoint) }))
  return fc.oneof(...weighted)
}

function weightOf({ path, method }: Endpoint): number {
  if (writesElements(path)) return 8
  if (path.endsWith('{code}/list')) return method === 'POST' ? 8 : 4
  return path.includes('/app/') ? 3 : 1
}

function draftOf(endpoint: Endpoint): fc.Arbitrary<Draft> {
  const { method, path, query, bytes } = endpoint
  const application = fc.constantFrom('things', 'parts', 'things', 'things')
  return application.chain((code) => {
    const segments = path
      .slice(1)
      .split('/')
      .map((word) => filled(word, code, path))
    const json = inputOf(endpoint, code)
    return fc.record(
      {
        method: fc.constant(method),
        segments: fc.tuple(...segments),
        query: fc.tuple(
          ...query.map((name) => fc.tuple(fc.constant(name), fc.oneof(fc.uuid(), fc.boolean().map(String)))),
        ),
        headers: fc.constant([tokenHeader, 'content-type: application/json']),
        ...(json === undefined ? {} : { json }),
        ...(bytes ? { bytes: fc.constantFrom('', 'PK\u0003\u0004', '--x\r\n\r\n', '{}', multipart) } : {}),
        right: fc.constant(isSure(path, code)),
      },
      { noNullPrototype: true },
    ) as unknown as fc.Arbitrary<Draft>
  })
}

const multipart = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'

function filled(word: string, code: string, path: string): fc.Arbitrary<string> {
  const definition = definitionOf(path)
  if (word === '{namespace}') return fc.constant(definition?.namespace ?? 'all')
  if (word === '{code}') return fc.constant(definition?.code ?? code)
  if (word === '{id}' && path.includes('{code}') && definition === undefined)
    return fc.constant(code === 'things' ? '{{thing}}' : '{{part}}')
  if (word === '{id}') return idFor(path)
  return word.startsWith('{') ? fc.uuid() : fc.constant(word)
}

function inputOf({ path, input }: Endpoint, code: string): fc.Arbitrary<unknown> | undefined {
  if (writesElements(path)) return fc.record({ context: contextOf(code as 'things' | 'parts') })
  if (listsElements(path) && code === 'things') return listBodies
  if (path.endsWith('/set-status')) {
    return fc.record({ status: fc.record({ code: fc.constantFrom('draft', 'review', 'broken', 'nothing') }) })
  }
  return input && withKnown(valuesOf(input))
}

/** Returns whether a valid request must succeed. Other operations may refuse it for good reasons. */
function isSure(path: string, code: string): boolean {
  return writesElements(path) || (listsElements(path) && code === 'things')
}

const writesElements = (path: string): boolean => /\/app\/\{namespace\}\/\{code\}\/(create|\{id\}\/update)$/.test(path)
const listsElements = (path: string): boolean => path.endsWith('/app/{namespace}/{code}/list')

/**
 * Returns the request of a draft. Placeholders such as `{{thing}}` are kept, so that another server can repeat the
 * request.
 */
export function written(draft: Draft): Request {
  const { method, segments, query, headers, json, bytes, example, rewrite = (text) => text } = draft
  const text = json === undefined ? '' : rewrite(JSON.stringify(json)).replaceAll(`"${deepMark}"`, () => deepText)
  const byQuery = method === 'GET' && text !== ''
  const pairs = byQuery ? [...query, ['query', text] as const] : query
  const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  const path = `/${segments.join('/')}${search === '' ? '' : `?${search}`}`
  const body = bytes ?? (byQuery ? '' : text)
  return { method, path, headers, body, ...(bytes !== undefined && { isBytes: true }), ...(example && { example }) }
}

/** Returns the request with the ids of this server and the long texts filled in. */
export function addressed(request: Request, known: Known): Request {
  const put = (text: string): string =>
    text.replaceAll(/(?:\{\{|%7B%7B)(\w+?)(?:\}\}|%7D%7D)/g, (mark, name: string) => known[name] ?? mark)
  return { ...request, path: put(request.path), body: withMany(put(request.body)) }
}

/** Replaces the marks of long texts in a body. Addresses have no long texts, because their length is limited. */
function withMany(body: string): string {
  return body.replaceAll(/"(@[a-z ]+@)"/g, (mark, name: string) => manyTexts[name] ?? mark)
}
