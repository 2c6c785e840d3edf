import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
import { declared, documents, fileOf, operationIndex } from './documents.ts'

describe('the list of operations', () => {
  it('finds the file of each operation by its name alone', () => {
    assert.deepEqual(
      declared.filter((operation) => fileOf(operation) === undefined).map(({ name }) => name),
      [],
    )
  })

  it('has no duplicate name, and no duplicate method and path', () => {
    const names = declared.map(({ name }) => name)
    const routes = declared.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    )
    assert.equal(new Set(names).size, names.length)
    assert.equal(new Set(routes).size, routes.length)
  })

  it('has the same public operations as the index, row by row', {
    skip: operationIndex() === undefined && 'the index is not here',
  }, () => {
    const index = new Set(operationIndex()!.map(({ method, path }) => `${method} ${path}`))
    const own = declared
      .filter(({ path }) => path.startsWith('/pub/'))
      .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
    assert.deepEqual(
      own.filter((row) => !index.has(row)),
      [],
    )
    const applications = [...index].filter((row) => /\/pub\/v1\/(app|user)\//.test(row))
    assert.deepEqual(
      applications.filter((row) => !own.includes(row)),
      [],
    )
  })

  for (const [path, text] of Object.entries(documents())) {
    it(`matches the committed ${path}; "npm run docs" writes it`, () => {
      assert.equal(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), text)
    })
  }
})

describe('every operation', () => {
  let office: TestPlatform
  before(async () => {
    office = await startTestPlatform()
  })
  after(() => office[Symbol.asyncDispose]())

  for (const operation of declared) {
    for (const method of operation.methods) {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'x')
      if (operation.right === 'anyone') {
        it(`${method} ${operation.path} is intentionally open to strangers`, async () => {
          // Without its input, an operation is refused with 400; an address with an unknown secret is refused with 403.
          const expected = operation.path.includes('{') ? 403 : operation.input === undefined ? 200 : 400
          assert.equal((await office.as('')(method, path)).status, expected)
        })
        continue
      }
      it(`${method} ${operation.path} refuses strangers`, async () => {
        for (const headers of [
          {},
          { authorization: 'Bearer wrong' },
          { 'x-token': 'wrong' },
          { authorization: 'Basic eDp5' },
        ]) {
          const answer = await office.as('')(method, path, method === 'GET' ? undefined : '{}', headers)
          assert.equal(answer.status, 401)
          assert.equal(answer.body.success, false)
          assert.equal(answer.body.code, 'auth.required')
          assert.ok(answer.body.error.length > 0)
        }
      })
    }
  }
})
