import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, formOf, incoming, someBytes, tryFiles } from '../files-trial.fixture.ts'
import { minPartBytes } from '../uploads/content-range.ts'
import { createFreeSpace } from './free-space.ts'

const mebibyte = 1024 ** 2
const full = { code: 'files.disk_full', status: 402 }

async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at++) yield Buffer.alloc(mebibyte)
}

async function taken(watched: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0
  for await (const chunk of watched) bytes += chunk.length
  return bytes
}

test('an upload that would leave less than the reserve is refused, and one that leaves exactly the reserve is accepted', async () => {
  const { admit } = createFreeSpace('anywhere', 1000, async () => 1500)
  await admit(500)
  await assert.rejects(admit(501), full)
})

test('the free space is checked after every 16 MiB', async () => {
  let looks = 0
  const { watch } = createFreeSpace('anywhere', 1000, async () => {
    looks += 1
    return looks < 3 ? 100 * mebibyte : 999
  })
  assert.equal(await taken(watch(chunks(47))), 47 * mebibyte)
  assert.equal(looks, 2)
  await assert.rejects(taken(watch(chunks(17))), full)
})

test('without a reserve the free space is not checked; with a reserve the disk itself is asked', async () => {
  await createFreeSpace('no such folder', 0).admit(Number.MAX_SAFE_INTEGER)
  const { admit } = createFreeSpace(tmpdir(), 1)
  await admit(0)
  await assert.rejects(admit(Number.MAX_SAFE_INTEGER), full)
})

test('on a full disk an upload is refused before its body is read, and leaves nothing', async () => {
  await using trial = await tryFiles(undefined, { reserveBytes: Number.MAX_SAFE_INTEGER })
  const { files } = trial
  const caller = aCaller()
  await assert.rejects(files.uploadTemporary(caller, { hash: newId(), bytes: formOf(someBytes(1)) }), full)
  const contentRange = `bytes 0-${minPartBytes}/${2 * minPartBytes}`
  const bytes = incoming(someBytes(minPartBytes), 'application/octet-stream')
  await assert.rejects(files.uploadTemporary(caller, { hash: newId(), bytes, contentRange }), full)
  assert.deepEqual(trial.onDisk(), [])
})
