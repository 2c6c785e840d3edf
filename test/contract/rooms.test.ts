import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { describe, it } from 'node:test'

/**
 * The rooms of `src`, from the ground up. A file imports from its own room and from rooms on lower floors. Inside a
 * room, folders and files may import each other in any order, as long as no two of them import each other.
 */
const floors = [
  'foundation',
  'query',
  'solutions',
  'people',
  'access',
  'files',
  'data',
  'modules',
  'records',
  'process',
  'api',
]
const above = ['platform', 'cli', 'main.ts']
const order = [...floors, ...above]

/** Folders that are tools: other rooms may import any of their files. All other rooms are entered by their index.ts. */
const tools = ['foundation/kit', 'foundation/db', 'foundation/http', 'foundation/jobs', 'query/fields', 'api', 'cli']

/** Files with SQL fragments of rows, for the query compiler and the stores. */
const fragments = /(-source|system-fields|name-template)\.ts$/

interface File {
  readonly path: string
  readonly text: string
  /** Paths from `src`, such as `query/index.ts`. */
  readonly imports: readonly string[]
}

const files: File[] = globSync('src/**/*.ts')
  .map((path) => relative('src', path).replaceAll(sep, '/'))
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8')
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)]
    return { path, text, imports: imports.map((match) => normalize(join(dirname(path), match[1]!))) }
  })

const topOf = (path: string): string => path.split('/')[0]!
/** Returns the room whose index.ts other rooms import: `people`, or `foundation/audit`. */
const roomOf = (path: string): string =>
  path
    .split('/')
    .slice(0, topOf(path) === 'foundation' ? 2 : 1)
    .join('/')
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const isTool = (path: string): boolean => tools.some((tool) => isWithin(path, tool))
/** Code that both the launcher and the command line use. */
const isLauncher = (path: string): boolean => path.startsWith('../bin/')

describe('the rooms of src', () => {
  it('has at most 14 names at the top, each in the list of layers', () => {
    const names = new Set(files.map(({ path }) => topOf(path)))
    assert.deepEqual(
      [...names].filter((name) => !order.includes(name)),
      [],
    )
    assert.ok(names.size <= 14, [...names].join(', '))
  })

  it('imports downward only, types included', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => {
          if (isLauncher(target)) return topOf(path) !== 'cli'
          return order.indexOf(topOf(target)) > order.indexOf(topOf(path))
        })
        .map((target) => `${path} imports ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('enters other rooms by their index.ts', () => {
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => target.includes('/') && !isLauncher(target) && !isTool(target))
        .filter((target) => roomOf(target) !== roomOf(path) && target !== `${roomOf(target)}/index.ts`)
        .map((target) => `${path} imports ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('has no neighbouring folders or files that import each other, at any depth, types included', () => {
    const folders = new Set(files.flatMap(({ path }) => foldersOf(path)))
    const knots = [...folders].flatMap((folder) => {
      const graph = graphOf(folder)
      return [...graph.keys()].flatMap((name) => {
        const circle = circleFrom(name, graph)
        return circle === undefined ? [] : [`${folder || 'src'}: ${circle.join(' → ')}`]
      })
    })
    assert.deepEqual(knots, [])
  })

  it('has at most 25 files in a folder, not counting tests', () => {
    const counts = new Map<string, number>()
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 25),
      [],
    )
  })

  it('has SQL only in stores, in the room db, and in the fragments of queries and sources', () => {
    const statement = /\b(select|insert into|update|delete from)\b[^;'"]*\b(from|set|values)\b/i
    const wrong = files.filter(({ path, text }) => {
      if (path.endsWith('.store.ts') || /^(foundation\/db|query)\//.test(path) || fragments.test(path)) return false
      return [...text.matchAll(/sql`([^`]*)`/g)].some(([, body]) =>
        statement.test(body!.replaceAll(/\$\{[^}]*\}/g, 'x')),
      )
    })
    assert.deepEqual(pathsOf(wrong), [])
  })

  it('reads the environment only in foundation/config, and uses the web framework only in foundation/http', () => {
    const environment = files.filter(
      ({ path, text }) => roomOf(path) !== 'foundation/config' && text.includes('process.env'),
    )
    assert.deepEqual(pathsOf(environment), [])
    const framework = files.filter(
      ({ path, text }) => !/^(foundation\/http\/|platform\/index\.ts$)/.test(path) && /from 'fastify'/.test(text),
    )
    assert.deepEqual(pathsOf(framework), [])
  })

  it('opens connections only in outbound and to hosts that the operator configures', () => {
    const client =
      /\bfetch\(|\bfrom 'node:(https|http2|tls|dns|dgram|dns\/promises)'|\b(request|get|connect)\b.* from 'node:(http|net)'/
    const wrong = files.filter(
      ({ path, text }) => client.test(text) && !/^(foundation\/outbound|cli|files\/blobs)\//.test(path),
    )
    assert.deepEqual(pathsOf(wrong), [])
  })

  it('has no file of more than 300 lines', () => {
    assert.deepEqual(pathsOf(files.filter(({ text }) => text.split('\n').length > 300)), [])
  })
})

const pathsOf = (found: readonly File[]): string[] => found.map(({ path }) => path)

/** Returns the folders above a file, from `''` for `src` itself. */
function foldersOf(path: string): string[] {
  const parts = dirname(path) === '.' ? [] : dirname(path).split('/')
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
}

/** Returns the name directly inside `folder` that leads to the path; undefined for paths elsewhere. */
function childOf(folder: string, path: string): string | undefined {
  if (folder === '') return path.startsWith('..') ? undefined : topOf(path)
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/')[0] : undefined
}

/** Returns which names inside a folder import which others. */
function graphOf(folder: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = childOf(folder, path)
    if (from === undefined) continue
    for (const target of imports) {
      const to = childOf(folder, target)
      if (to !== undefined && to !== from) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return graph
}

/** Returns a shortest circle of imports through a name; undefined when there is none. */
function circleFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const before = new Map<string, string>()
  const open = [start]
  for (const name of open) {
    for (const next of graph.get(name) ?? []) {
      if (next === start) return trailTo(name, before, [start])
      if (before.has(next)) continue
      before.set(next, name)
      open.push(next)
    }
  }
  return undefined
}

function trailTo(name: string, before: ReadonlyMap<string, string>, end: string[]): string[] {
  const previous = before.get(name)
  return previous === undefined ? [name, ...end] : trailTo(previous, before, [name, ...end])
}
