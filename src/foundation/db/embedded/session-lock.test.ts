import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createSessionLock } from './session-lock.ts'

it('shared work runs side by side', async () => {
  const lock = createSessionLock()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = lock.shared(() => promise)
  await lock.shared(async () => resolve())
  await first
})

it('while the lock is held exclusively no other work starts; afterwards work starts in FIFO order', async () => {
  const lock = createSessionLock()
  const log: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = (word: string) => async () => void log.push(word)
  const all = [
    lock.exclusive(async () => {
      log.push('begin')
      await promise
      log.push('end')
    }),
    lock.shared(note('a')),
    lock.exclusive(note('b')),
    lock.shared(note('c')),
  ]
  await turn()
  assert.deepEqual(log, ['begin'])
  resolve()
  await Promise.all(all)
  assert.deepEqual(log, ['begin', 'end', 'a', 'b', 'c'])
})

it('work that fails releases the lock', async () => {
  const lock = createSessionLock()
  const failing = lock.exclusive(() => Promise.reject(new Error('no')))
  const behind = lock.shared(async () => 'through')
  await assert.rejects(failing, /no/)
  assert.equal(await behind, 'through')
})

it('queued work runs in the async context of its caller', async () => {
  const lock = createSessionLock()
  const request = new AsyncLocalStorage<string>()
  const held = request.run('first', () => lock.exclusive(() => turn()))
  const seen = request.run('second', () => lock.shared(async () => request.getStore()))
  await held
  assert.equal(await seen, 'second')
})
