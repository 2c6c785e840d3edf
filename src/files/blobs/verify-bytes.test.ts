import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { sha256, someBytes } from '../files-trial.fixture.ts'
import { verifyBytes } from './verify-bytes.ts'

const bytes = someBytes(100_000)
const chunks = (all: Buffer): Buffer[] => [all.subarray(0, 60_000), all.subarray(60_000)]

/** Returns the number of bytes that came through and the code of the error at the end, if any. */
async function readOf(
  source: Readable,
  said: { bytes: number; sha256?: string },
): Promise<[number, string | undefined]> {
  let length = 0
  try {
    for await (const chunk of verifyBytes(source, said)) length += chunk.length
    return [length, undefined]
  } catch (error) {
    return [length, (error as { code: string }).code]
  }
}

it('bytes that match their length and hash pass through', async () => {
  assert.deepEqual(await readOf(Readable.from(chunks(bytes)), { bytes: 100_000, sha256: sha256(bytes) }), [
    100_000,
    undefined,
  ])
  assert.deepEqual(await readOf(Readable.from([]), { bytes: 0, sha256: sha256(Buffer.alloc(0)) }), [0, undefined])
  assert.deepEqual(await readOf(Readable.from(chunks(bytes)), { bytes: 100_000 }), [100_000, undefined])
})

it('bytes that are shorter, longer, different or interrupted end with an error, and never pass completely', async () => {
  const other = Buffer.from(bytes)
  other[5]! ^= 1
  const cut = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 60_000)
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    })(),
  )
  for (const source of [
    Readable.from(chunks(bytes.subarray(0, -1))),
    Readable.from(chunks(Buffer.concat([bytes, bytes]))),
    Readable.from(chunks(other)),
    Readable.from([other]),
    Readable.from([]),
    cut,
  ]) {
    const [length, code] = await readOf(source, { bytes: 100_000, sha256: sha256(bytes) })
    assert.ok(length < 100_000)
    assert.equal(code, 'files.bytes_unavailable')
  }
})

it('a reader that stops closes the source', async () => {
  const source = Readable.from(chunks(bytes))
  const closed = new Promise((resolve) => source.once('close', resolve))
  verifyBytes(source, { bytes: 100_000 }).destroy()
  await closed
})
