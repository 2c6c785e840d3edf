import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'

// The floors of the rooms, from the ground up. A file may import from its own room, and from the index.ts of rooms on
// lower floors.
const floors = [
  ['kit'],
  ['db', 'http', 'outbound', 'config.ts'],
  ['fields', 'idempotency'],
  ['query'],
  ['audit'],
  ['people', 'jobs'],
  ['files'],
  ['apps'],
  ['api'],
  ['gate.ts', 'run-once.ts'],
  ['platform.ts'],
  ['cli'],
  ['main.ts'],
]
/** Rooms that are tools: other rooms may import any of their files, not only index.ts. */
const tools = new Set(['kit', 'db', 'http', 'jobs', 'config.ts'])

/** Files with SQL fragments of rows, for the query compiler and the stores. */
const fragments = /(-source|system-fields|name-template)\.ts$/

interface File {
  readonly path: string
  readonly room: string
  readonly text: string
  readonly imports: readonly string[]
}

const files: File[] = globSync('src/**/*.ts')
  .map((path) => path.slice('src/'.length))
  .filter((path) => !/\.(test|fixture)\.ts$|fixtures\/|test-\w+\.ts$/.test(path))
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'/gm)]
    return {
      path,
      room: path.split('/')[0]!,
      text,
      imports: imports.map((match) => normalize(join(dirname(path), match[1] ?? match[2]!))),
    }
  })

const floorOf = (room: string): number => floors.findIndex((floor) => floor.includes(room))

describe('the rooms of the house', () => {
  it('has a floor for every room', () => {
    const homeless = files.filter(({ room }) => floorOf(room) < 0).map(({ path }) => path)
    assert.deepEqual(homeless, [])
  })

  it('imports downward only, types included, and other rooms by their door', () => {
    const wrong = files.flatMap(({ path, room, imports }) =>
      imports
        .filter((target) => {
          const other = target.split('/')[0]!
          if (other === room) return false
          // Code that the launcher and the command line share.
          if (target.startsWith('../bin/')) return room !== 'cli'
          if (floorOf(other) >= floorOf(room)) return true
          return (
            !tools.has(other) &&
            target !== `${other}/index.ts` &&
            other !== 'gate.ts' &&
            other !== 'run-once.ts' &&
            other !== 'platform.ts' &&
            other !== 'cli' &&
            other !== 'api'
          )
        })
        .map((target) => `${path} imports ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('has no circle of files, types included', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const done = new Set<string>()
    const visit = (path: string, trail: readonly string[]): string[] => {
      if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' → ')]
      if (done.has(path)) return []
      const found = (byPath.get(path)?.imports ?? []).flatMap((target) => visit(target, [...trail, path]))
      done.add(path)
      return found
    }
    assert.deepEqual(
      files.flatMap(({ path }) => visit(path, [])),
      [],
    )
  })

  it('keeps SQL in stores, in the database room, and in the fragments of fields, queries and sources', () => {
    const statement = /\b(select|insert into|update|delete from)\b[^;'"]*\b(from|set|values)\b/i
    const wrong = files.filter(({ path, room, text }) => {
      if (path.endsWith('.store.ts') || ['db', 'query', 'fields'].includes(room) || fragments.test(path)) return false
      return [...text.matchAll(/sql`([^`]*)`/g)].some(([, body]) =>
        statement.test(body!.replaceAll(/\$\{[^}]*\}/g, 'x')),
      )
    })
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('reads the environment in config.ts only, and knows the web framework in http only', () => {
    const environment = files.filter(({ path, text }) => path !== 'config.ts' && text.includes('process.env'))
    assert.deepEqual(
      environment.map(({ path }) => path),
      [],
    )
    const framework = files.filter(
      ({ room, text }) => room !== 'http' && room !== 'platform.ts' && /from 'fastify'/.test(text),
    )
    assert.deepEqual(
      framework.map(({ path }) => path),
      [],
    )
  })

  it('connects by itself in outbound only, and to what the operator names', () => {
    const client =
      /\bfetch\(|\bfrom 'node:(https|http2|tls|dns|dgram|dns\/promises)'|\b(request|get|connect)\b.* from 'node:(http|net)'/
    const wrong = files.filter(({ path, text }) => client.test(text) && !/^(outbound|cli|files\/bytes)\//.test(path))
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('has no file of more than 500 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 500)
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    )
  })
})
