import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { declared, fileOf, testOf } from './documents.ts'

/** The folder `test` holds tests, their harness, and the programs of `npm run kill` and `npm run fuzz`. */
const isOfTests = (path: string): boolean => /\.(test|fixture)\.ts$|^test\//.test(path)
const isOfProduct = (path: string): boolean => /^(src|bin)\//.test(path) && !isOfTests(path)

const files = ['src', 'bench', 'examples', 'scripts', 'test', 'bin']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`))
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const named = text.matchAll(
      /^(?:import|export)\b[^'"]*?\bfrom\s+'([^']+)'|(?:^import |import\(|new URL\()'([^']+)'/gm,
    )
    const imports = [...named].map((match) => match[1] ?? match[2]!)
    const local = imports.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(path), name)))
    const packages = imports.flatMap((name) => /^(?!node:)(?:@[^/]+\/)?[a-z][^/]*/.exec(name) ?? [])
    return { path, local, packages }
  })

/** A row of the table of operations: the method, the path and the file. */
const row = /^\| ([A-Z]+) \| `([^`]+)` \|.*\]\(([^)]+)\) \|$/gm

/** Returns whether a test, or a local file that the test imports, contains the last fixed word of a path. */
function calls(test: string, path: string): boolean {
  const last = path.split('/').findLast((word) => word !== '' && !word.startsWith('{'))!
  const { local = [] } = files.find((one) => one.path === test) ?? {}
  return [test, ...local.filter((one) => existsSync(one))].some((one) => readFileSync(one, 'utf8').includes(last))
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

describe('a file that only tests use', () => {
  it('is named x.fixture.ts', () => {
    const wrong = files.filter(({ path }) => {
      if (isOfTests(path) || /^(scripts|bin)\//.test(path)) return false
      const users = files.filter(({ local }) => local.includes(path))
      return users.length > 0 && users.every((user) => isOfTests(user.path))
    })
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('is not in a folder "fixtures" and has no name test-x.ts', () => {
    const wrong = files.filter(({ path }) => /(^|\/)fixtures\/|(^|\/)test-[^/]*$/.test(path))
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('is not imported by the product', () => {
    const wrong = files.filter(({ path, local }) => isOfProduct(path) && local.some(isOfTests))
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })
})

describe('a test in the browser', () => {
  it('waits for an expression by waitUntil, which the content security policy never refuses', () => {
    const isRefused = (path: string) => /waitForFunction\(\s*(?!\(|async)/.test(readFileSync(path, 'utf8'))
    assert.deepEqual(globSync('test/browser/**/*.ts').filter(isRefused), [])
  })
})

describe('a package', () => {
  it('that is a development dependency is imported by tests only', () => {
    const wrong = files.filter(
      ({ path, packages }) => !isOfTests(path) && packages.some((name) => name in manifest.devDependencies),
    )
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('that the product imports is a dependency', () => {
    const wrong = files.filter(
      ({ path, packages }) => isOfProduct(path) && packages.some((name) => !(name in manifest.dependencies)),
    )
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })
})

describe('every operation', () => {
  it('has a test beside it', () => {
    assert.deepEqual(
      declared.filter((operation) => testOf(operation) === undefined).map(({ name }) => name),
      [],
    )
  })
})

describe('docs/operations.md', () => {
  const rows = [...readFileSync('docs/operations.md', 'utf8').matchAll(row)].map(([, method, path, file]) => ({
    method: method!,
    path: path!,
    file: normalize(join('docs', file!)),
  }))
  const named = ({ method, path, file }: (typeof rows)[number]) => `${method} ${path} ${file}`

  it('has a row for each method of each operation, 111 of them public', () => {
    const expected = declared.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
    assert.deepEqual(rows.map(({ method, path }) => `${method} ${path}`).sort(), expected.sort())
    assert.equal(rows.filter(({ path }) => path.startsWith('/pub/v1/')).length, 111)
  })

  it('names the file of each row, whose test is found by its name and calls the path of the row', () => {
    const wrong = rows.filter(({ method, path, file }) => {
      const operation = declared.find((one) => one.path === path && one.methods.some((one) => one === method))!
      const test = testOf(operation)
      return fileOf(operation) !== file || test === undefined || !calls(test, path)
    })
    assert.deepEqual(wrong.map(named), [])
  })
})
