import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { aboutApi } from '../../src/api/documents.ts'
import { openApi } from '../../src/foundation/http/openapi/openapi.ts'
import { compileFit } from '../../src/foundation/http/validate.ts'
import { declared } from '../contract/documents.ts'
import { endpointsOf } from './endpoints.ts'
import { valuesOf } from './schema-values.ts'

const endpoints = endpointsOf(openApi(declared, aboutApi()) as Parameters<typeof endpointsOf>[0])

describe('values from the OpenAPI document', () => {
  it('match their schema, for every input of every operation', () => {
    for (const { method, path, input, bytes } of endpoints) {
      if (input === undefined || bytes) continue
      const fit = compileFit(input as Parameters<typeof compileFit>[0])
      for (const value of fc.sample(valuesOf(input), { numRuns: 20, seed: 1 })) {
        assert.equal(fit(value), undefined, `${method} ${path} ${JSON.stringify(value)}`)
      }
    }
  })

  it('exist for every method of every path', () => {
    const count = declared.reduce((sum, { methods }) => sum + methods.length, 0)
    assert.equal(endpoints.length, count)
    assert.ok(endpoints.some(({ bytes }) => bytes))
    assert.ok(endpoints.some(({ method, input }) => method === 'GET' && input !== undefined))
  })
})
