import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sha256, someBytes } from '../files-trial.fixture.ts'
import { createUploadFolder, type UploadFolder } from './upload-folder.ts'

const noLimit = (): void => {}

async function withDisk(work: (uploadFolder: UploadFolder, folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-disk-'))
  try {
    await work(createUploadFolder(folder), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* inChunks(bytes: Buffer, ...sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}

test('bytes are written in their order, whatever the sizes of their chunks', async () => {
  await withDisk(async (uploadFolder) => {
    const bytes = someBytes(3_500_000)
    for (const sizes of [[65_536], [1], [7, 100_000, 1], [1024 ** 2], [3_000_000], [3_500_000]]) {
      const given = sizes[0] === 1 ? bytes.subarray(0, 1000) : bytes
      // A copy is written, because `write` frees the memory of its chunks.
      const written = await uploadFolder.write('a', {
        at: 0,
        chunks: inChunks(Buffer.from(given), ...sizes),
        check: noLimit,
      })
      assert.deepEqual([written.bytes, written.sha256.toString('hex')], [given.length, sha256(given)])
      assert.ok(readFileSync(uploadFolder.path('a')).equals(given), sizes.join())
    }
  })
})

test('a part is written at its position, and the file is truncated after it', async () => {
  await withDisk(async (uploadFolder) => {
    const bytes = someBytes(2_500_000)
    await uploadFolder.write('a', { at: 0, chunks: inChunks(bytes, 65_536), check: noLimit })
    const part = someBytes(1_200_000, 2)
    await uploadFolder.write('a', { at: 1_000_000, chunks: inChunks(part, 65_536), check: noLimit })
    assert.ok(readFileSync(uploadFolder.path('a')).equals(Buffer.concat([bytes.subarray(0, 1_000_000), part])))
  })
})

test('a full disk is reported as such, in the first block and in later blocks', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full here',
}, async () => {
  await withDisk(async (uploadFolder, folder) => {
    symlinkSync('/dev/full', join(folder, 'full'))
    for (const length of [1000, 5_000_000]) {
      const writing = uploadFolder.write('full', { at: 0, chunks: inChunks(someBytes(length), 65_536), check: noLimit })
      await assert.rejects(writing, { code: 'files.disk_full', status: 402 })
    }
  })
})

test('a file that grows beyond its limit is refused before it is written', async () => {
  await withDisk(async (uploadFolder) => {
    const tooMuch = new Error('too much')
    const check = (bytes: number): void => {
      if (bytes > 2_000_000) throw tooMuch
    }
    await assert.rejects(
      uploadFolder.write('a', { at: 0, chunks: inChunks(someBytes(3_000_000), 65_536), check }),
      tooMuch,
    )
    assert.ok(readFileSync(uploadFolder.path('a')).length <= 2_000_000)
  })
})
