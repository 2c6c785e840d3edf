import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { errorKind } from './errors.ts'
import { createLog } from './log.ts'

const Unavailable = errorKind('test.unavailable', 503, 'For this test.')
const fault = () => Unavailable('try again', {}, { cause: new Error('connection refused') })

function openLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog('warn', (text) => void lines.push(JSON.parse(text))) }
}

describe('the log', () => {
  it('leaves out lines below its level', () => {
    const { lines, log } = openLog()
    log('info', 'one')
    log('warn', 'two', { what: 'x' })
    assert.deepEqual(
      lines.map(({ time: _, ...line }) => line),
      [{ level: 'warn', message: 'two', what: 'x' }],
    )
  })

  it('writes a fault that many requests meet once per second, without a stack, with the ids of all requests', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const { lines, log } = openLog()
      for (let n = 0; n < 100; n++) log('error', 'request failed', { requestId: `r${n}`, error: fault() })
      assert.equal(lines.length, 1)
      mock.timers.tick(1_000)
      assert.equal(lines.length, 2)
      log('error', 'request failed', { requestId: 'later', error: fault() })
      mock.timers.tick(1_000)
      mock.timers.tick(1_000)
      log('error', 'request failed', { requestId: 'much later', error: fault() })
      const error = { code: 'test.unavailable', message: 'try again', cause: 'connection refused' }
      const common = { level: 'error', message: 'request failed', error }
      assert.deepEqual(
        lines.map(({ time: _, ...line }) => line),
        [
          { ...common, requestId: 'r0' },
          { ...common, count: 99, requestIds: Array.from({ length: 99 }, (_, n) => `r${n + 1}`) },
          { ...common, requestId: 'later' },
          { ...common, requestId: 'much later' },
        ],
      )
    } finally {
      mock.timers.reset()
    }
  })

  it('keeps the ids that clients sent with the requests of such a fault', () => {
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const { lines, log } = openLog()
      const sent = ['first', 'second', undefined, 'fourth']
      for (const [n, clientRequestId] of sent.entries())
        log('error', 'request failed', {
          requestId: `r${n}`,
          ...(clientRequestId && { clientRequestId }),
          error: fault(),
        })
      mock.timers.tick(1_000)
      assert.deepEqual(
        lines.map(({ requestId, requestIds, clientRequestId, clientRequestIds }) => [
          requestId ?? requestIds,
          clientRequestId ?? clientRequestIds,
        ]),
        [
          ['r0', 'first'],
          [
            ['r1', 'r2', 'r3'],
            ['second', 'fourth'],
          ],
        ],
      )
    } finally {
      mock.timers.reset()
    }
  })

  it('writes every unexpected error with its stack', () => {
    const { lines, log } = openLog()
    for (const requestId of ['r1', 'r2']) log('error', 'request failed', { requestId, error: new Error('a fault') })
    assert.equal(lines.length, 2)
    for (const { error } of lines) assert.match((error as { stack: string }).stack, /log\.test/)
  })
})
