import assert from 'node:assert/strict'
import { it } from 'node:test'
import { freeChunk } from './free-chunk.ts'

it('a chunk that has its memory for itself gives it back', () => {
  const chunk = Buffer.from(new ArrayBuffer(64 * 1024))
  freeChunk(chunk)
  assert.equal(chunk.byteLength, 0)
  assert.equal(chunk.buffer.detached, true)
  assert.doesNotThrow(() => freeChunk(chunk))
})

it('a part of a larger one, a small one and shared memory stay as they are', () => {
  const kept = [
    Buffer.alloc(64 * 1024, 1).subarray(0, 60 * 1024),
    Buffer.alloc(64 * 1024, 1).subarray(1),
    Buffer.alloc(1000, 1),
    Buffer.from(new SharedArrayBuffer(64 * 1024)).fill(1),
  ]
  for (const chunk of kept) {
    const { byteLength } = chunk
    freeChunk(chunk)
    assert.equal(chunk.byteLength, byteLength)
    assert.ok(chunk.every((byte) => byte === 1))
  }
})
