import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PlatformError } from '../kit/errors.ts'
import {
  breaksSession,
  isConnectionTrouble,
  isReadOnly,
  isRetriable,
  isStalePlan,
  isUniqueViolation,
  toFailure,
  toShortFailure,
} from './failures.ts'

function pgError(code: string, message = 'relation "secret" …', more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more })
}

const unavailable = 'database.unavailable'
const readOnly = 'database.read_only'
const busy = 'database.busy'

/**
 * SQLSTATEs from PostgreSQL's list that mean "not now", with the error that a caller gets. All of them may be retried.
 */
const notNow: readonly (readonly [code: string, becomes: string, what: string])[] = [
  ['08000', unavailable, 'connection exception'],
  ['08001', unavailable, 'client unable to establish the connection'],
  ['08003', unavailable, 'connection does not exist'],
  ['08004', unavailable, 'server rejected the connection'],
  ['08006', unavailable, 'connection failure'],
  ['08007', unavailable, 'transaction resolution unknown'],
  ['08P01', unavailable, 'protocol violation; what connection poolers answer when their server is gone'],
  ['25006', readOnly, 'read-only transaction: a standby, or default_transaction_read_only'],
  ['25P02', unavailable, 'in a failed transaction that is not ours: a session behind a pooler'],
  ['25P03', unavailable, 'idle in transaction for too long'],
  ['25P04', unavailable, 'transaction timeout'],
  ['40000', busy, 'transaction rollback'],
  ['40001', busy, 'serialization failure, or a conflict with recovery on a standby'],
  ['40003', unavailable, 'statement completion unknown'],
  ['40P01', busy, 'deadlock'],
  ['53000', busy, 'insufficient resources'],
  ['53100', 'database.full', 'disk full'],
  ['53200', busy, 'out of memory'],
  ['53300', unavailable, 'too many connections'],
  ['53400', busy, 'configuration limit exceeded'],
  ['55006', busy, 'object in use'],
  ['55P03', busy, 'lock not available'],
  ['57P01', unavailable, 'admin shutdown'],
  ['57P02', unavailable, 'crash shutdown'],
  ['57P03', unavailable, 'cannot connect now'],
  ['57P04', unavailable, 'database dropped'],
  ['57P05', unavailable, 'idle session timeout'],
  ['58000', unavailable, 'system error'],
  ['58030', unavailable, 'input or output error'],
  ['26000', busy, 'a prepared statement that is lost again and again behind a pooler'],
  ['42P05', busy, 'a prepared statement that another session of a pooler has made'],
  ['72000', busy, 'snapshot too old'],
]

describe('PostgreSQL error codes that mean "not now"', () => {
  for (const [code, becomes, what] of notNow) {
    it(`are answered with 503 ${becomes}: ${code}, ${what}`, () => {
      const error = pgError(code)
      const failure = toFailure(error)
      assert.ok(failure instanceof PlatformError)
      assert.deepEqual([failure.code, failure.status], [becomes, 503])
      assert.equal(failure.cause, error)
      assert.doesNotMatch(failure.message, /secret/)
    })
  }

  it('include every error after which the server ends the session, whatever its code', () => {
    for (const code of ['28P01', '3D000', 'XX000', '55000', 'F0000']) {
      for (const severity of ['FATAL', 'PANIC']) {
        const error = pgError(code, 'secret', { severity })
        assert.equal((toFailure(error) as PlatformError).code, unavailable, `${severity} ${code}`)
        assert.ok(isConnectionTrouble(error))
      }
    }
  })

  it('include a lock that a standby refuses, although its code also stands for another mistake', () => {
    const sentence = 'cannot acquire lock mode RowExclusiveLock on database objects while recovery is in progress'
    assert.equal((toFailure(pgError('55000', sentence)) as PlatformError).code, readOnly)
    const other = pgError('55000', 'currval of sequence "a" is not yet defined in this session')
    assert.equal(toFailure(other), other)
  })
})

it('errors of the driver and the system get a code of the platform and none of their own text', () => {
  const errors = [
    pgError('ECONNREFUSED'),
    pgError('ENOENT', 'no socket', { syscall: 'connect' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
  ]
  for (const error of errors) {
    const failure = toFailure(error) as PlatformError
    assert.deepEqual([failure.code, failure.status, failure.cause], [unavailable, 503, error])
    assert.doesNotMatch(failure.message, /secret/)
  }
})

it('a cancelled statement is the fault of the request, except a short statement', () => {
  const stopped = pgError('57014')
  assert.deepEqual(
    [(toFailure(stopped) as PlatformError).code, (toFailure(stopped) as PlatformError).status],
    ['query.too_slow', 400],
  )
  const short = toShortFailure(stopped) as PlatformError
  assert.deepEqual([short.code, short.status, short.cause], [busy, 503, stopped])
  assert.equal((toShortFailure(pgError('25006')) as PlatformError).code, readOnly)
})

it('all other errors are passed on unchanged', () => {
  const noFile = pgError('ENOENT', 'no such file', { syscall: 'open' })
  const damaged = ['XX000', 'XX001', 'XX002']
  const mistakes = ['22P02', '23505', '25001', '25P01', '42P01', '42501', '0A000', '54000', 'P0001']
  const known = [...damaged, ...mistakes].map((code) => pgError(code, 'text', { severity: 'ERROR' }))
  for (const error of [noFile, ...known, new Error('other'), 'text', undefined]) assert.equal(toFailure(error), error)
  const failure = toFailure(pgError('57014'))
  assert.equal(toFailure(failure), failure)
})

it('a session that was lost, or that has lost its settings, is replaced', () => {
  for (const code of ['08006', '57P01', '25006', '25P02', 'XX000', 'ECONNRESET'])
    assert.ok(breaksSession(pgError(code)))
  assert.ok(breaksSession(toFailure(pgError('25006'))))
  for (const code of ['23505', '40001', '55P03', '57014', '53100']) assert.ok(!breaksSession(pgError(code)), code)
})

it('kinds of failure are distinguished', () => {
  assert.ok(isRetriable(pgError('40001')) && isRetriable(pgError('40P01')) && !isRetriable(pgError('40002')))
  assert.ok(isRetriable(toFailure(pgError('40001'))) && isStalePlan(toFailure(pgError('26000'))))
  assert.ok(isConnectionTrouble(toFailure(pgError('08006'))) && !isConnectionTrouble(pgError('23505')))
  assert.ok(!isConnectionTrouble(pgError('25006')) && isReadOnly(pgError('25006')) && !isReadOnly(pgError('23505')))
  assert.ok(isUniqueViolation(pgError('23505')))
  assert.ok(isUniqueViolation(pgError('23505', 'x', { constraint: 'a' }), 'a'))
  assert.ok(!isUniqueViolation(pgError('23505', 'x', { constraint: 'a' }), 'b') && !isUniqueViolation(pgError('23503')))
  assert.ok(isStalePlan(pgError('26000')) && isStalePlan(pgError('0A000', 'cached plan must not change result type')))
  assert.ok(!isStalePlan(pgError('0A000', 'not supported')))
})
