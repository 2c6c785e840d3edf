import fc from 'fast-check'
import { adminToken } from '../platform.ts'
import type { Endpoint } from './endpoints.ts'
import { deepMark, deepText, manyTexts } from './hostile.ts'
import { contextOf, type Known, listBodies } from './known.ts'
import type { Request } from './request.ts'
import { valuesOf } from './schema-values.ts'

/** A request in parts that can be mutated one at a time. */
export interface Draft {
  readonly method: string
  readonly segments: readonly string[]
  readonly query: readonly (readonly [string, string])[]
  readonly headers: readonly string[]
  /** Input that the operation reads as JSON: the body, or `query` of a GET; absent for none. */
  readonly json?: unknown
  /** A body that is not JSON. */
  readonly bytes?: string
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
  const weighted = endpoints.map((endpoint) => ({ weight: weightOf(endpoint), arbitrary: draftOf(endpoint) }))
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
  if (word === '{namespace}') return fc.constant('all')
  if (word === '{code}') return fc.constant(code)
  if (word === '{id}')
    return path.includes('{code}') ? fc.constant(code === 'things' ? '{{thing}}' : '{{part}}') : fc.uuid()
  return word.startsWith('{') ? fc.uuid() : fc.constant(word)
}

function inputOf({ path, input }: Endpoint, code: string): fc.Arbitrary<unknown> | undefined {
  if (writesElements(path)) return fc.record({ context: contextOf(code as 'things' | 'parts') })
  if (listsElements(path) && code === 'things') return listBodies
  if (path.endsWith('/set-status')) {
    return fc.record({ status: fc.record({ code: fc.constantFrom('draft', 'review', 'broken', 'nothing') }) })
  }
  return input && valuesOf(input)
}

/** Returns whether a valid request must succeed. Other operations may refuse it for good reasons. */
function isSure(path: string, code: string): boolean {
  return writesElements(path) || (listsElements(path) && code === 'things')
}

const writesElements = (path: string): boolean => /\/app\/\{namespace\}\/\{code\}\/(create|\{id\}\/update)$/.test(path)
const listsElements = (path: string): boolean => path.endsWith('/app/{namespace}/{code}/list')

/**
 * Returns the request of a draft. Placeholders such as `{{thing}}` stay, so that it can be repeated on another server.
 */
export function written({ method, segments, query, headers, json, bytes, rewrite = (text) => text }: Draft): Request {
  const text = json === undefined ? '' : rewrite(JSON.stringify(json)).replaceAll(`"${deepMark}"`, () => deepText)
  const byQuery = method === 'GET' && text !== ''
  const pairs = byQuery ? [...query, ['query', text] as const] : query
  const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  const path = `/${segments.join('/')}${search === '' ? '' : `?${search}`}`
  return { method, path, headers, body: bytes ?? (byQuery ? '' : text) }
}

/** Returns the request with the ids of this server and the long texts filled in. */
export function addressed(request: Request, known: Known): Request {
  const put = (text: string): string =>
    text.replaceAll(/(?:\{\{|%7B%7B)(thing|part|user)(?:\}\}|%7D%7D)/g, (_, name: keyof Known) => known[name])
  return { ...request, path: put(request.path), body: withMany(put(request.body)) }
}

/** Fills long texts into a body; an address is too short for them. */
function withMany(body: string): string {
  return body.replaceAll(/"(@[a-z ]+@)"/g, (mark, name: string) => manyTexts[name] ?? mark)
}
