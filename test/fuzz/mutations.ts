import fc from 'fast-check'
import { adminToken } from '../platform.ts'
import { bytesMutations } from './bytes-mutations.ts'
import { type Mutation, tokenHeader } from './drafts.ts'
import { hostileSegments, hostileTexts } from './hostile.ts'
import { jsonMutations } from './json-mutations.ts'

const tokenForms: readonly (readonly string[])[] = [
  [],
  ['authorization: Bearer'],
  ['authorization: Bearer  '],
  ['authorization: Basic dXNlcjpwYXNz'],
  ['authorization: Bearer wrong-token-that-nobody-has'],
  ["authorization: Bearer ' or 1=1 --"],
  ['authorization: Bearer é'],
  [`authorization: ${adminToken}`],
  [`x-token: ${adminToken}`],
  [`x-token: ${adminToken}`, 'authorization: Bearer another-token-altogether'],
  [`authorization: Bearer ${'x'.repeat(10_000)}`],
]

const contentTypes = [
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'-'.repeat(300)}`,
  'application/json; charset=utf-16',
  'application/octet-stream',
  ';;;',
  'x'.repeat(5000),
]

const ifMatch = ['"x"', '99999999999999999999', '"0"', '*', 'W/"1"', ''].map((tag) => `if-match: ${tag}`)
const keys = [
  '',
  ' ',
  '"',
  '""',
  'a b',
  'ключ',
  'é',
  '"a\\"b"',
  'x'.repeat(255),
  'x'.repeat(300),
  "' or 1=1 --",
  'same',
]
const ranges = [
  'content-range: bytes 0-5/5',
  'content-range: bytes 0-5242880/9999999',
  'content-range: bytes x',
  'range: bytes=0-1',
  'range: bytes=9-2',
  'range: x',
]
const languages = ['ru, en;q=0.5', '*', 'xx-'.repeat(1000), ';q=', 'ru;q=2'].map((text) => `accept-language: ${text}`)
const idempotencyKeys = keys.map((key) => `idempotency-key: ${key}`)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const somewhere = fc.nat({ max: 10_000 })

/** Mutates one place of a draft: mostly in the body, else in the address, the headers or the method. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 18, arbitrary: fc.tuple(jsonMutations, bytesMutations).map(withBody) },
  { weight: 1, arbitrary: fc.constantFrom(...tokenForms).map(withToken) },
  { weight: 1, arbitrary: fc.constantFrom(...contentTypes).map(withContentType) },
  { weight: 1, arbitrary: fc.constantFrom(...methods).map(withMethod) },
  { weight: 2, arbitrary: fc.tuple(somewhere, fc.constantFrom(...hostileSegments)).map(withSegment) },
  { weight: 1, arbitrary: fc.tuple(somewhere, fc.constantFrom(...hostileTexts)).map(withQuery) },
  { weight: 1, arbitrary: fc.constantFrom(...ifMatch).map(withHeader) },
  { weight: 1, arbitrary: fc.constantFrom(...idempotencyKeys).map(withHeader) },
  { weight: 1, arbitrary: fc.constantFrom(...ranges, ...languages).map(withHeader) },
)

function withBody([changeJson, changeBytes]: [Mutation, Mutation]): Mutation {
  return (draft) => (draft.bytes === undefined ? changeJson(draft) : changeBytes(draft))
}

function withToken(headers: readonly string[]): Mutation {
  return (draft) => ({ ...draft, headers: [...draft.headers.filter((line) => line !== tokenHeader), ...headers] })
}

function withContentType(type: string): Mutation {
  return (draft) => ({
    ...draft,
    headers: [...draft.headers.filter((line) => !line.startsWith('content-type')), `content-type: ${type}`],
  })
}

function withMethod(method: string): Mutation {
  return (draft) => ({ ...draft, method })
}

function withHeader(line: string): Mutation {
  return (draft) => ({ ...draft, headers: [...draft.headers, line] })
}

function withSegment([at, segment]: [number, string]): Mutation {
  return (draft) => {
    const place = at % draft.segments.length
    // One in five mutations inserts an empty segment, which makes a double slash.
    const segments = at % 5 === 0 ? draft.segments.toSpliced(place, 0, '') : draft.segments.with(place, segment)
    return { ...draft, segments }
  }
}

function withQuery([at, text]: [number, string]): Mutation {
  const name = ['query', 'size', 'from', 'ids', 'hash', 'filter', '__proto__', 'active'][at % 8]!
  return (draft) => ({ ...draft, query: [...draft.query, [name, text]] })
}
