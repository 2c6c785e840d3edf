import fc from 'fast-check'
import type { Mutation } from './drafts.ts'
import { hostileKeys, hostileValues } from './hostile.ts'

const gone = Symbol('gone')
const somewhere = fc.nat({ max: 10_000 })
const hostile = fc.constantFrom(...hostileValues)

/** Mutates the JSON that the operation reads: a value, a key, or the text itself. */
export const jsonMutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(somewhere, hostile).map(replaceWith) },
  { weight: 2, arbitrary: fc.tuple(somewhere, fc.jsonValue({ maxDepth: 2 })).map(replaceWith) },
  { weight: 2, arbitrary: somewhere.map((at) => inJson(at, () => gone)) },
  { weight: 2, arbitrary: somewhere.map((at) => inJson(at, retyped)) },
  { weight: 1, arbitrary: somewhere.map((at) => inJson(at, (value) => [value, value])) },
  { weight: 3, arbitrary: fc.tuple(somewhere, fc.constantFrom(...hostileKeys), hostile).map(addKey) },
  { weight: 2, arbitrary: fc.tuple(somewhere, fc.constantFrom(...rewrites())).map(rewriteText) },
)

type Path = readonly (string | number)[]

function replaceWith([at, value]: [number, unknown]): Mutation {
  return inJson(at, () => value)
}

function retyped(value: unknown): unknown {
  if (typeof value === 'string') return { value }
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'true' : 0
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : JSON.stringify(value)
}

function addKey([at, key, value]: [number, string, unknown]): Mutation {
  return inJson(at, (old) =>
    isRecord(old) ? Object.fromEntries([...Object.entries(old), [key, value]]) : { [key]: value },
  )
}

/** Returns the mutation that changes the value at one place of the JSON; the whole JSON is one of the places. */
function inJson(at: number, change: (value: unknown) => unknown): Mutation {
  return (draft) => {
    if (draft.json === undefined) return draft
    const places = placesOf(draft.json, [])
    const json = changedAt(draft.json, places[at % places.length]!, change)
    return { ...draft, json: json === gone ? undefined : json }
  }
}

function placesOf(value: unknown, path: Path): Path[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []
  return [path, ...entries.flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

function changedAt(value: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  const inner = changedAt((value as Record<string | number, unknown>)[key], rest, change)
  if (Array.isArray(value)) return inner === gone ? value.toSpliced(Number(key), 1) : value.with(Number(key), inner)
  const entries = Object.entries(value as object).map(([name, old]) => [name, name === key ? inner : old] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== gone))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns changes that are possible only in the text of the JSON, such as broken syntax or a repeated key. */
function rewrites(): ((text: string, at: number) => string)[] {
  const put = (what: string) => (text: string, at: number) => text.slice(0, at) + what + text.slice(at)
  return [
    (text, at) => text.slice(0, at),
    (text, at) => text.slice(0, at) + text.slice(at + 1),
    ...['\u0000', '\\u0000', '\\ud800', '"', '{', ',', '//', 'NaN', '\ufeff', '"__proto__":1,'].map(put),
    (text) => text.replace(/^\{("[^"]*"):/, '{$1:null,$1:'),
    (text) => `${text}${text}`,
    (text) => `[${text}]`,
    (text) => `${'{"a":'.repeat(10_000)}${text}${'}'.repeat(10_000)}`,
    (text) => text.replace('{', '{"__proto__":{"polluted":1},'),
    (text) => text.replaceAll(':', `:${' '.repeat(1000)}`),
  ]
}

function rewriteText([at, change]: [number, (text: string, at: number) => string]): Mutation {
  return (draft) => ({ ...draft, rewrite: (text) => change(text, at % (text.length + 1)) })
}
