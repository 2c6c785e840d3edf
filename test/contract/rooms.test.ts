import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { elementKinds } from '../../src/process/engine/elements/index.ts'
import { fieldTypes } from '../../src/values/field-types.ts'
import { variableTypes } from '../../src/values/variable-types.ts'
import { cyclesOf, readFiles, type SourceFile, topOf } from './import-graph.ts'

/**
 * The rooms of `src` by layer, the lowest first. A file imports from its own room and from rooms in lower layers.
 * Inside a room, folders and files import each other without cycles.
 */
const layers = [
  'foundation',
  'feel',
  'values',
  'query',
  'solutions',
  'calendars',
  'decisions',
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
const order = [...layers, ...above]

/** Folders whose files other rooms may import directly. All other rooms may be imported by their index.ts only. */
const tools = ['foundation/kit', 'foundation/db', 'foundation/http', 'foundation/jobs', 'values', 'api', 'cli']

/** Files with SQL fragments of rows, for the query compiler and the stores. */
const fragments = /(-source|system-fields|name-template)\.ts$/

const files = readFiles('src')

/** Returns the room whose index.ts other rooms import: `people`, or `foundation/audit`. */
const roomOf = (path: string): string =>
  path
    .split('/')
    .slice(0, topOf(path) === 'foundation' ? 2 : 1)
    .join('/')
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const isTool = (path: string): boolean => tools.some((tool) => isWithin(path, tool))
/** Returns whether a file has texts for people, whose keys the types of the rooms know. */
const isTexts = (path: string): boolean => path.startsWith('../texts/')
/** Returns whether a file is code that the launcher and the command line share. */
const isLauncher = (path: string): boolean => path.startsWith('../bin/')

for (const folder of ['console/src', 'test', 'bench']) {
  it(`${folder} has no neighbouring folders or files that import each other, at any depth, types included`, () => {
    const found = readFiles(folder)
    assert.ok(found.length > 10)
    assert.deepEqual(cyclesOf(found), [])
  })
}

it('console/src asks for the type of a value only in fields: a type declares what other code needs to know', () => {
  const codes = [...fieldTypes, ...variableTypes.values().map(({ type }) => type)].map(({ code }) => code)
  // Notifications and hits of the search have the type "element", too.
  const words = [...fieldTypes.map(({ word }) => word), ...variableTypes.keys()].filter((word) => word !== 'element')
  const anyOf = (names: readonly string[]): string => [...new Set(names)].join('|')
  const asking = new RegExp(
    `'(${anyOf(codes)})'|[{,]\\s*(${anyOf(codes)}):|\\btype [!=]== '(${anyOf(words)})'|switch \\([\\w.]*\\btype\\)`,
  )
  const wrong = readFiles('console/src').filter(
    // The client has codes in its types, and the reference shows the types of JSON Schema.
    ({ path, text }) => !/^(fields\/|reference\/|api\/operations\.ts$)/.test(path) && asking.test(text),
  )
  assert.deepEqual(pathsOf(wrong), [])
})

it('console/src writes keys of queries, and what a write makes stale, only in api/query-keys.ts', () => {
  const written = /queryKey(: |=\{)\[(?!\.\.\.)|invalidates(: | = )\[(\[|\w+Key\b)/
  const wrong = readFiles('console/src').filter(({ path, text }) => path !== 'api/query-keys.ts' && written.test(text))
  assert.deepEqual(pathsOf(wrong), [])
})

it('console/src has its own inputs for days and times, because those of the browser follow the language of the browser', () => {
  const wrong = readFiles('console/src').filter(({ text }) => /type="(date|time|datetime-local)"/.test(text))
  assert.deepEqual(pathsOf(wrong), [])
})

describe('the rooms of src', () => {
  it('has at most 18 names at the top, each in the list of layers', () => {
    const names = new Set(files.map(({ path }) => topOf(path)))
    assert.deepEqual(
      [...names].filter((name) => !order.includes(name)),
      [],
    )
    assert.ok(names.size <= 18, [...names].join(', '))
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
        .filter((target) => target.includes('/') && !isLauncher(target) && !isTexts(target) && !isTool(target))
        .filter((target) => roomOf(target) !== roomOf(path) && target !== `${roomOf(target)}/index.ts`)
        .map((target) => `${path} imports ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('has no neighbouring folders or files that import each other, at any depth, types included', () => {
    assert.deepEqual(cyclesOf(files), [])
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
      if (path.endsWith('.store.ts') || /^(foundation\/db|query|values)\//.test(path) || fragments.test(path))
        return false
      return [...text.matchAll(/sql`([^`]*)`/g)].some(([, body]) =>
        statement.test(body!.replaceAll(/\$\{[^}]*\}/g, 'x')),
      )
    })
    assert.deepEqual(pathsOf(wrong), [])
  })

  it('asks for the type of a value only in values: a type declares what other code needs to know', () => {
    const asking = /type\.code (===|!==) '|includes\([\w.]*type\.code\)|switch \([\w.]*type\.code\)/
    assert.deepEqual(pathsOf(files.filter(({ path, text }) => !path.startsWith('values/') && asking.test(text))), [])
  })

  it('names kinds of BPMN elements only in process/engine/elements: an element declares what other code asks', () => {
    // These two names are ordinary words of other code, too.
    const names = elementKinds.map(({ kind }) => kind).filter((kind) => kind !== 'task' && kind !== 'transaction')
    const naming = new RegExp(`['"](${[...names, ...elementKinds.flatMap(({ types }) => types)].join('|')})['"]`)
    const wrong = pathsOf(files.filter(({ path, text }) => isWithin(path, 'process') && naming.test(text)))
    const others = wrong.filter((path) => !isWithin(path, 'process/engine/elements'))
    assert.deepEqual(others.sort(), Object.keys(ofSingleKinds).sort())
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

/** Files that are truly about single kinds of BPMN elements, with what they name. */
const ofSingleKinds = {
  'process/definition/origins/earlier-origins.ts':
    'the call activities of instances of earlier versions of the platform',
  'process/engine/advance/catch.ts': 'the results of called instances',
  'process/engine/advance/leave.ts': 'the results of called instances, and the completion of ad-hoc sub-processes',
  'process/engine/model/check-structure.ts':
    'rules of BPMN for boundary events, links, transactions and ad-hoc sub-processes',
  'process/engine/model/compile-process.ts': 'the attributes with which boundary events and start events interrupt',
  'process/engine/model/names-in-scope.ts':
    'tasks whose variables declare an answer; it reads XML before the elements do',
  'process/engine/model/program.ts': 'the start event, where every instance begins',
}

const pathsOf = (found: readonly SourceFile[]): string[] => found.map(({ path }) => path)
