import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { errorKind } from '../kit/errors.ts'
import { operationFor } from './operation.ts'
import { createServer } from './server.ts'

const forbidden = errorKind('thing.forbidden', 403, 'This caller may not do this.')
const someFailed = errorKind('thing.some_failed', 422, 'Some failed.')
const missing = errorKind('thing.not_found', 404, 'There is no such thing.')

it('a 403 of a handler, alone or in a bulk request, is passed on with the user and the path; other errors are not', async () => {
  const refusals: object[] = []
  const handle = ({ params }: { params: { id: string } }) => {
    if (params.id === '3') throw someFailed('one of two', {}, { cause: forbidden('no') })
    throw (params.id === '1' ? forbidden : missing)('no')
  }
  const params = Type.Object({ id: Type.String() })
  const things = operationFor<{ who: string }>()({
    name: 'getThing',
    area: 'Things',
    methods: ['GET'],
    path: '/things/{id}',
    summary: 'A thing',
    right: 'user',
    params,
    result: Type.Object({}),
    errors: [forbidden, missing, someFailed],
    handle,
  })
  const server = createServer({
    operations: [things],
    authenticate: async () => ({ who: 'ann' }),
    log: () => {},
    onRefused: ({ who }, refusal) => refusals.push({ who, ...refusal }),
  })
  assert.equal((await server.inject('/things/1?secret=x')).statusCode, 403)
  assert.equal((await server.inject('/things/2')).statusCode, 404)
  assert.equal((await server.inject('/things/3')).statusCode, 422)
  assert.deepEqual(refusals, [
    { who: 'ann', code: 'thing.forbidden', path: '/things/1' },
    { who: 'ann', code: 'thing.forbidden', path: '/things/3' },
  ])
})
