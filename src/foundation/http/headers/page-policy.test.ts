import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { JsonText } from '../../kit/json.ts'
import { operationFor } from '../operation.ts'
import { createServer } from '../server.ts'

it('every page that an operation answers has a policy under which it runs and loads nothing', async () => {
  const printed = (path: '/page' | '/table', media: string) =>
    operationFor<object>()({
      name: path,
      area: 'Things',
      methods: ['GET'],
      path,
      summary: 'A thing',
      right: 'anyone',
      params: Type.Object({}),
      result: Type.String(),
      media,
      handle: async () => new JsonText('<script>alert(1)</script>'),
    })
  const server = createServer({
    operations: [printed('/page', 'text/html; charset=utf-8'), printed('/table', 'text/csv')],
    authenticate: async () => ({}),
    log: () => {},
  })
  const policyOf = async (path: string) => (await server.inject(path)).headers['content-security-policy']
  assert.match(String(await policyOf('/page')), /^default-src 'none'; style-src 'unsafe-inline';/)
  assert.equal(await policyOf('/table'), undefined)
})
