import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { consoleClient } from '../../../scripts/write-console-client.ts'
import { operations } from './operations.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the operations of the console', () => {
  it('are those of the OpenAPI document', () => {
    const generated = consoleClient(JSON.parse(read('../../../docs/openapi.json')))
    assert.equal(read('./operations.ts'), generated.all, 'run `npm run docs`')
    assert.equal(read('./first-operations.ts'), generated.first, 'run `npm run docs`')
  })

  it('have a method and a path each', () => {
    assert.equal(operations.listElements, 'POST /pub/v1/app/{namespace}/{code}/list')
    for (const each of Object.values(operations)) assert.match(each, /^(GET|POST|PUT|PATCH|DELETE) \//)
  })
})
