import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createGate } from './gate.ts'

it('shared work runs side by side', async () => {
  const gate = createGate()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = gate.share(() => promise)
  await gate.share(async () => resolve())
  await first
})

it('nothing starts while the gate is held, and then everything does in the order it came', async () => {
  const gate = createGate()
  const log: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const note = (word: string) => async () => void log.push(word)
  const all = [
    gate.hold(async () => {
      log.push('begin')
      await promise
      log.push('end')
    }),
    gate.share(note('a')),
    gate.hold(note('b')),
    gate.share(note('c')),
  ]
  await turn()
  assert.deepEqual(log, ['begin'])
  resolve()
  await Promise.all(all)
  assert.deepEqual(log, ['begin', 'end', 'a', 'b', 'c'])
})

it('work that fails opens the gate again', async () => {
  const gate = createGate()
  const failing = gate.hold(() => Promise.reject(new Error('no')))
  const behind = gate.share(async () => 'through')
  await assert.rejects(failing, /no/)
  assert.equal(await behind, 'through')
})

it('work that waited runs in the context of who asked for it', async () => {
  const gate = createGate()
  const request = new AsyncLocalStorage<string>()
  const held = request.run('first', () => gate.hold(() => turn()))
  const seen = request.run('second', () => gate.share(async () => request.getStore()))
  await held
  assert.equal(await seen, 'second')
})
