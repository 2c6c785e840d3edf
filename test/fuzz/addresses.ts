import fc from 'fast-check'
import { copies } from './known.ts'

/** Addresses of existing definitions, by patterns of paths of operations. */
const definitions: readonly (readonly [RegExp, { readonly namespace: string; readonly code: string }])[] = [
  [/\/contracts\//, { namespace: 'fuzz', code: 'papers' }],
  [/\/reports\//, { namespace: 'fuzz', code: 'subjects' }],
  [/\/bpm\/template\/|\/bytemplate\/|\/api\/v1\/processes\//, { namespace: 'fuzz', code: 'check' }],
  [/\/document-templates\//, { namespace: 'fuzz.letters', code: 'reply' }],
  [/\/(docflow|registration|elements)\//, { namespace: 'fuzz', code: 'letters' }],
]

/** Names of the known things that `{id}` stands for, by patterns of paths of operations. */
const things: readonly (readonly [RegExp, string])[] = [
  [/\{code\}\/\{id\}/, 'letter'],
  [/\/nomenclature\/director(y|ies)\//, 'office'],
  [/\/nomenclature\//, 'case'],
  [/\/registrations\//, 'registration'],
  [/\/sheets\//, 'sheet'],
  [/\/instances\/|\/bpm\/instance\//, 'instance'],
  [/\/tasks\//, 'task'],
  [/\/files\/|\/disk\/file\//, 'file'],
  [/\/scheme\/groups\//, 'group'],
]

/** Names of the known things to which the keys of a body refer. */
const keys: Readonly<Record<string, string>> = {
  caseId: 'case',
  directoryId: 'office',
  officeId: 'office',
  elementId: 'letter',
  element: 'letter',
  fileId: 'file',
  instanceId: 'instance',
  userId: 'user',
}

const find = <T>(table: readonly (readonly [RegExp, T])[], path: string): T | undefined =>
  table.find(([pattern]) => pattern.test(path))?.[1]

/** Generates a placeholder for one of the copies of a known thing. */
const oneOf = (name: string): fc.Arbitrary<string> =>
  name === 'user' ? fc.constant('{{user}}') : fc.nat({ max: copies - 1 }).map((copy) => `{{${name}${copy}}}`)

/** Returns the definition for the address of an operation; undefined for operations on an application. */
export const definitionOf = (path: string): { readonly namespace: string; readonly code: string } | undefined =>
  find(definitions, path)

/** Generates values for `{id}` in a path, mostly ids of existing things. */
export function idFor(path: string): fc.Arbitrary<string> {
  const name = find(things, path)
  return name === undefined ? fc.uuid() : fc.oneof({ weight: 4, arbitrary: oneOf(name) }, fc.uuid())
}

/** Fills ids of existing things into a body, whose keys tell the kinds of these things. */
export function withKnown(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(body, fc.nat({ max: copies - 1 }), fc.integer({ min: 1, max: 4 })).map(([value, copy, chance]) => {
    if (chance === 1 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const id = (name: string): string => (name === 'user' ? '{{user}}' : `{{${name}${copy}}}`)
    const known = Object.entries(value).map(([key, one]) => [key, key in keys && one ? id(keys[key]!) : one] as const)
    const filled = Object.fromEntries(known)
    if (typeof filled.namespace !== 'string' || typeof filled.code !== 'string') return filled
    return { ...filled, namespace: 'fuzz', code: 'letters', ...('id' in filled && { id: id('letter') }) }
  })
}
