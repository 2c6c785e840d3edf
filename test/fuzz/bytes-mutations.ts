import fc from 'fast-check'
import type { Mutation } from './drafts.ts'

const texts = [
  '',
  '\0',
  'PK\u0003\u0004',
  '--x\r\n\r\n',
  '{}',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
]
const somewhere = fc.nat({ max: 1_000_000 })

type Change = (bytes: string, at: number) => string

const changes: readonly Change[] = [
  (bytes, at) => bytes.slice(0, at),
  (bytes, at) => bytes.slice(at),
  (bytes, at) => bytes.slice(0, at) + String.fromCharCode(bytes.charCodeAt(at) ^ 1) + bytes.slice(at + 1),
  (bytes, at) => `${bytes.slice(0, at)}\xff\xfe${bytes.slice(at)}`,
  (bytes, at) => bytes.slice(0, at) + bytes.slice(at + 10),
  (bytes) => bytes + bytes,
  (bytes) => bytes.replaceAll(/"[^"]{1,40}"/g, '"x"'),
  ...texts.map(
    (text): Change =>
      () =>
        text,
  ),
]

/** Mutates a body that is not JSON: cuts, repeats, replaces or damages its bytes. */
export const bytesMutations: fc.Arbitrary<Mutation> = fc
  .tuple(somewhere, fc.constantFrom(...changes))
  .map(([at, change]) => (draft) => {
    if (draft.bytes === undefined) return draft
    return { ...draft, bytes: change(draft.bytes, at % Math.max(1, draft.bytes.length)) }
  })
