import assert from 'node:assert/strict'
import { it } from 'node:test'
import { freeChunk } from './free-chunk.ts'

it('the memory of a chunk that has a buffer of its own is freed', () => {
  const chunk = Buffer.from(new ArrayBuffer(64 * 1024))
  freeChunk(chunk)
  assert.equal(chunk.byteLength, 0)
  assert.equal(chunk.buffer.detached, true)
  assert.doesNotThrow(() => freeChunk(chunk))
})

it('a part of a larger buffer, a small chunk and shared memory are left unchanged', () => {
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
