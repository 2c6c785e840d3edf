import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aboutApi } from '../../src/api/documents.ts'
import { openApi } from '../../src/foundation/http/openapi/openapi.ts'
import { declared } from './documents.ts'

interface Document {
  readonly info: { readonly description?: string; readonly contact?: object }
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly description?: string }>>
  readonly components: Record<'schemas' | 'parameters' | 'responses', Record<string, object>>
}

const document = openApi(declared, aboutApi()) as Document

describe('the OpenAPI document follows the rules that linters check', () => {
  it('describes the API, its server, its contact and each of its areas', () => {
    assert.ok(document.info.description && document.info.contact && document.servers.length > 0)
    assert.deepEqual(
      document.tags.filter(({ description }) => !description).map(({ name }) => name),
      [],
    )
  })

  it('describes each operation, with an id of its own', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item))
    assert.deepEqual(
      all.filter(({ description }) => !description).map(({ operationId }) => operationId),
      [],
    )
    assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length)
  })

  it('has no two paths that one address can match', () => {
    const paths = Object.keys(document.paths).map((path) => ({ path, segments: path.split('/') }))
    const isVariable = (segment: string): boolean => segment.startsWith('{')
    const ambiguous = paths.flatMap((one, at) =>
      paths.slice(at + 1).flatMap((other) => {
        if (one.segments.length !== other.segments.length) return []
        const pairs = one.segments.map((segment, place) => [segment, other.segments[place]!] as const)
        const overlap = pairs.every(([a, b]) => a === b || isVariable(a) || isVariable(b))
        // A path with fewer variables is more specific; without one, the router decides by the order of the segments.
        const [first, second] = [one, other].map(({ segments }) => segments.map(isVariable))
        const isMoreSpecific = (a: boolean[], b: boolean[]) => a.every((variable, place) => !variable || b[place]!)
        if (!overlap || isMoreSpecific(first!, second!) || isMoreSpecific(second!, first!)) return []
        return [`${one.path} and ${other.path}`]
      }),
    )
    assert.deepEqual(ambiguous, [])
  })

  it('names schemas, parameters and responses in PascalCase and uses each of them', () => {
    const references = new Set(JSON.stringify(document).match(/#\/components\/\w+\/\w+/g))
    const components = (['schemas', 'parameters', 'responses'] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    assert.deepEqual([...references].sort(), components.sort())
    assert.deepEqual(
      components.filter((each) => !/\/[A-Z][A-Za-z0-9]+$/.test(each)),
      [],
    )
  })
})
