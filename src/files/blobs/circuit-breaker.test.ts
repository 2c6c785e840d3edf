import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { type CheckableStore, CircuitBreaker } from './circuit-breaker.ts'

const silence = Object.assign(new Error('no answer'), { code: 'S3_TIMEOUT' })
const trouble = Object.assign(new Error('500'), { code: 'InternalError', status: 500 })
const missing = Object.assign(new Error('404'), { code: 'ENOENT', status: 404 })
const ownDisk = Object.assign(new Error('our disk'), { code: 'EIO' })

/** Returns a breaker around a store that fails with `state.fails`, and the list of calls that reached the store. */
function tryBreaker() {
  const asked: string[] = []
  const state: { fails: Error | undefined } = { fails: undefined }
  const work = (name: string) => async () => {
    asked.push(name)
    if (state.fails) throw state.fails
  }
  const read = async (): Promise<Readable> => {
    await work('read')()
    return Readable.from([])
  }
  const list = async function* (): AsyncGenerator<string> {}
  const [put, remove, check] = [work('put'), work('remove'), work('check')]
  const store: CheckableStore = { put, read, remove, list, close: async () => {}, check }
  let nowMs = 0
  const pass = (ms: number): void => {
    nowMs += ms
  }
  const blobs = new CircuitBreaker(store, { cooldownMs: 50, probeAfterMs: 50, nowMs: () => nowMs })
  return { asked, state, blobs, pass }
}

const unavailable = { code: 'S3_UNAVAILABLE' }

it('a store that does not answer gets no requests during the cooldown, and then one short probe', async () => {
  const { asked, state, blobs, pass } = tryBreaker()
  state.fails = silence
  await assert.rejects(blobs.read('a'), silence)
  await assert.rejects(blobs.read('a'), unavailable)
  await assert.rejects(blobs.put('a', 'path', 1), unavailable)
  assert.deepEqual(asked, ['read'])
  pass(60)
  const both = await Promise.allSettled([blobs.read('a'), blobs.read('a')])
  assert.deepEqual(
    both.map((one) => one.status === 'rejected' && one.reason.code),
    ['S3_TIMEOUT', 'S3_UNAVAILABLE'],
  )
  assert.deepEqual(asked, ['read', 'check'])
  await assert.rejects(blobs.remove('a'), unavailable)
  state.fails = undefined
  pass(60)
  await blobs.remove('a')
  await blobs.read('a')
  assert.deepEqual(asked, ['read', 'check', 'check', 'remove', 'read'])
})

it('one file that the store cannot deliver blocks no other file, but many failures do', async () => {
  const { state, blobs } = tryBreaker()
  for (let count = 0; count < 20; count++) {
    state.fails = count % 2 === 0 ? trouble : undefined
    await blobs.read('a').catch(() => {})
  }
  await blobs.read('a')
  state.fails = trouble
  for (let count = 0; count < 5; count++) await assert.rejects(blobs.read('a'), trouble)
  await assert.rejects(blobs.read('a'), unavailable)
})

it('a missing file, and a failure of the local disk, do not count against the store', async () => {
  const { state, blobs } = tryBreaker()
  for (const fails of [missing, ownDisk]) {
    state.fails = fails
    for (let count = 0; count < 20; count++) await assert.rejects(blobs.read('a'), fails)
  }
})

it('a transfer begins with a probe when the store has not answered for a while', async () => {
  const { asked, blobs, pass } = tryBreaker()
  await blobs.put('a', 'path', 1)
  await blobs.put('a', 'path', 1)
  pass(60)
  await blobs.put('a', 'path', 1)
  assert.deepEqual(asked, ['check', 'put', 'put', 'check', 'put'])
})
