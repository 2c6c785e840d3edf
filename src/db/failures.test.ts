import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PlatformError } from '../kit/errors.ts'
import { isConnectionTrouble, isRetriable, isStalePlan, isUniqueViolation, toFailure } from './failures.ts'

function pgError(code: string, message = 'relation "secret" …', more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more })
}

it('what callers may see has a code of ours and none of the database’s words', () => {
  const table: [Error, string, number][] = [
    [pgError('ECONNREFUSED'), 'database.unavailable', 503],
    [pgError('ENOENT', 'no socket', { syscall: 'connect' }), 'database.unavailable', 503],
    [pgError('08006'), 'database.unavailable', 503],
    [pgError('57P01'), 'database.unavailable', 503],
    [pgError('57P03'), 'database.unavailable', 503],
    [pgError('53300'), 'database.unavailable', 503],
    [new Error('Connection terminated unexpectedly'), 'database.unavailable', 503],
    [new Error('timeout exceeded when trying to connect'), 'database.unavailable', 503],
    [new Error('Query read timeout'), 'database.unavailable', 503],
    [pgError('57014'), 'query.too_slow', 400],
    [pgError('53100'), 'database.full', 503],
  ]
  for (const [error, code, status] of table) {
    const failure = toFailure(error)
    assert.ok(failure instanceof PlatformError, error.message)
    assert.equal(failure.code, code)
    assert.equal(failure.status, status)
    assert.equal(failure.cause, error)
    assert.doesNotMatch(failure.message, /secret/)
  }
})

it('everything else is passed on as it is', () => {
  const noFile = pgError('ENOENT', 'no such file', { syscall: 'open' })
  for (const error of [
    noFile,
    pgError('22P02'),
    pgError('23505'),
    pgError('42P01'),
    new Error('other'),
    'text',
    undefined,
  ]) {
    assert.equal(toFailure(error), error)
  }
  const known = toFailure(pgError('57014'))
  assert.equal(toFailure(known), known)
})

it('kinds of failure are told apart', () => {
  assert.ok(isRetriable(pgError('40001')) && isRetriable(pgError('40P01')) && !isRetriable(pgError('40002')))
  assert.ok(isConnectionTrouble(toFailure(pgError('08006'))) && !isConnectionTrouble(pgError('23505')))
  assert.ok(isUniqueViolation(pgError('23505')))
  assert.ok(isUniqueViolation(pgError('23505', 'x', { constraint: 'a' }), 'a'))
  assert.ok(!isUniqueViolation(pgError('23505', 'x', { constraint: 'a' }), 'b') && !isUniqueViolation(pgError('23503')))
  assert.ok(isStalePlan(pgError('26000')) && isStalePlan(pgError('0A000', 'cached plan must not change result type')))
  assert.ok(!isStalePlan(pgError('0A000', 'not supported')))
})
