import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { curlOf } from './curl.ts'
import { type ApiDocument, bodyOf, byArea, operationsOf, searchOperations } from './document.ts'
import { exampleOf } from './example.ts'
import { withoutReferences } from './references.ts'

const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
const document: ApiDocument = withoutReferences(JSON.parse(text))
const operations = operationsOf(document)
const operation = (name: string) => operations.find(({ operationId }) => operationId === name)!

describe('the operations of the reference', () => {
  it('contain every operation of the document once', () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    assert.equal(operations.length, all.length)
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, all.length)
  })

  it('stand under their area, management operations under the subject of their path', () => {
    assert.equal(operation('listElements').area, 'Applications')
    assert.equal(operation('claimTask').area, 'Management: tasks')
    const grouped = [...byArea(operations).values()]
    assert.equal(grouped.flat().length, operations.length)
  })

  it('are found by words of the path, the name and the summary in any order', () => {
    const names = searchOperations(operations, 'STATUS element').map(({ operationId }) => operationId)
    assert.ok(names.includes('setElementStatus'), names.join())
    assert.deepEqual(searchOperations(operations, 'no-such-word'), [])
  })
})

describe('examples', () => {
  it('have the required properties of the body', () => {
    const body = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' }, n: {} } }
    assert.deepEqual(Object.keys(exampleOf(body) as object), ['id'])
    assert.deepEqual(Object.keys(exampleOf(body, true) as object), ['id', 'n'])
  })

  it('take the default, the only value or the first of the allowed values', () => {
    assert.equal(exampleOf({ type: 'number', default: 10 }), 10)
    assert.equal(exampleOf({ const: 'x' }), 'x')
    assert.equal(exampleOf({ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }), 'a')
  })

  it('end in schemas that are nested without an end', () => {
    const endless: { type: string; required: string[]; properties: Record<string, object> } = {
      type: 'object',
      required: ['child'],
      properties: {},
    }
    endless.properties.child = endless
    assert.ok(JSON.stringify(exampleOf(endless)).length < 200)
  })

  it('exist for the body of every operation', () => {
    for (const each of operations) {
      const body = bodyOf(each)
      if (body) assert.doesNotThrow(() => JSON.stringify(exampleOf(body, true)), each.operationId)
    }
  })
})

describe('the curl command', () => {
  it('names the method, the address, the token and the body', () => {
    const text = curlOf(operation('createElement'), 'http://localhost:3000')
    assert.match(text, /^curl -s -X POST 'http:\/\/localhost:3000\/pub\/v1\/app\/\{namespace\}\/\{code\}\/create' \\\n/)
    assert.match(text, /Bearer \$TOKEN/)
    assert.match(text, /-d '\{/)
  })

  it('has no token for operations that anyone may call', () => {
    assert.doesNotMatch(curlOf(operation('getOpenApi'), ''), /TOKEN/)
  })
})

it('has components in the places that refer to them, and names the schemas', () => {
  assert.doesNotMatch(JSON.stringify(document), /\$ref/)
  const { responses, parameters } = operation('getElement')
  assert.equal(responses['404']?.content?.['application/json']?.schema?.title, 'Failure')
  assert.deepEqual(
    parameters?.slice(0, 2).map(({ name }) => name),
    ['namespace', 'code'],
  )
})
