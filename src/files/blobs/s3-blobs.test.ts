import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type ObjectStore, startObjectStore, withoutObjectStore } from '../../../test/object-store.ts'
import { S3Blobs } from './s3-blobs.ts'
import { S3Client } from './s3-client.ts'

const mib = 1024 ** 2
const partBytes = 5 * mib
const missing = { code: 'ENOENT' }
const never = createHash('sha256').update('never kept').digest('hex')

describe('bytes in an object store', { skip: withoutObjectStore }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-s3-bytes-'))
  let store: ObjectStore
  let blobs: S3Blobs

  before(async () => {
    store = await startObjectStore()
    blobs = new S3Blobs(store.settings, { partBytes, listAtOnce: 2 })
  })
  after(async () => {
    await blobs?.close()
    await store?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  const file = (content: Buffer) => {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const path = join(folder, sha256)
    writeFileSync(path, content)
    return { sha256, path, size: content.length, content }
  }
  const kept = async (content: Buffer) => {
    const made = file(content)
    await blobs.put(made.sha256, made.path, made.size)
    return made
  }
  const read = async (...args: Parameters<S3Blobs['read']>): Promise<Buffer> =>
    buffer((await blobs.read(...args)) as Readable)
  const all = async (untouchedSinceMs = Date.now() + 60_000): Promise<string[]> =>
    Array.fromAsync(blobs.list(untouchedSinceMs))

  it('are returned unchanged, whether none, few or many, in one piece or in parts', async () => {
    for (const size of [0, 1, 100_000, partBytes, partBytes + 1, 2 * partBytes, 2 * partBytes + 3 * mib]) {
      const { sha256, content } = await kept(randomBytes(size))
      assert.ok(content.equals(await read(sha256)), `${size} bytes`)
      assert.ok(content.equals(await read(sha256, { from: 0, to: size })), `${size} bytes, as a range`)
    }
  })

  it('can be read in ranges, which end at the end of the file', async () => {
    const { sha256, content } = await kept(randomBytes(1000))
    assert.ok(content.subarray(10, 20).equals(await read(sha256, { from: 10, to: 20 })))
    assert.ok(content.subarray(990).equals(await read(sha256, { from: 990, to: Number.POSITIVE_INFINITY })))
    assert.ok(content.subarray(990).equals(await read(sha256, { from: 990, to: 2000 })))
    assert.equal((await read(sha256, { from: 10, to: 10 })).length, 0)
    assert.equal((await read(sha256, { from: 1000, to: 1001 })).length, 0)
  })

  it('that are missing are reported as on a disk', async () => {
    await assert.rejects(read(never), missing)
    await assert.rejects(read(never, { from: 0, to: 10 }), missing)
    await assert.rejects(read(never, { from: 0, to: 0 }), missing)
  })

  it('can be stored and removed repeatedly', async () => {
    const { sha256 } = await kept(Buffer.from('twice'))
    await kept(Buffer.from('twice'))
    assert.equal((await read(sha256)).toString(), 'twice')
    await blobs.remove(sha256)
    await assert.rejects(read(sha256), missing)
    await blobs.remove(sha256)
  })

  it('are refused when they differ from their hash, in one piece or in parts', async () => {
    for (const size of [100, partBytes + 100]) {
      const { path } = file(randomBytes(size))
      await assert.rejects(blobs.put(never, path, size))
      await assert.rejects(read(never), missing)
    }
  })

  it('are listed over several pages, without those stored recently', async () => {
    const made = [await kept(Buffer.from('a')), await kept(Buffer.from('b')), await kept(Buffer.from('c'))]
    const listed = await all()
    for (const { sha256 } of made) assert.equal(listed.filter((one) => one === sha256).length, 1)
    assert.deepEqual(await all(Date.now() - 60_000), [])
  })

  it('leave no parts behind after an interrupted upload', async () => {
    const client = new S3Client(store.settings)
    const parts = async (): Promise<string> =>
      client.send({ method: 'GET', query: { uploads: '' } }, async (answer) => String(await buffer(answer)))
    await client.send({ method: 'POST', key: `files/${never}`, query: { uploads: '' } }, (answer) => buffer(answer))
    await all(Date.now() - 60_000)
    assert.match(await parts(), /<UploadId>/, 'one that may still go on stays')
    await all()
    assert.doesNotMatch(await parts(), /<UploadId>/)
    client.close()
  })

  it('have links with the headers for displaying them', async () => {
    const { sha256 } = await kept(Buffer.from('<b>'))
    const disposition = "attachment; filename*=UTF-8''na%C3%AFve%20%28a%2Bb%29.txt"
    const link = blobs.presign('GET', sha256, 60, {
      'content-disposition': disposition,
      'content-type': 'application/octet-stream',
    })
    const answer = await fetch(link)
    assert.equal(await answer.text(), '<b>')
    assert.equal(answer.headers.get('content-disposition'), disposition)
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream')
    assert.throws(() => blobs.presign('GET', sha256, 601), /600 seconds/)
  })

  it('have links that allow nothing else: no other method, file, time or name', async () => {
    const { sha256 } = await kept(Buffer.from('mine'))
    const { sha256: other } = await kept(Buffer.from('other'))
    const link = blobs.presign('GET', sha256, 60, { 'content-disposition': 'attachment' })
    const tries: [string, string][] = [
      ['PUT', link],
      ['DELETE', link],
      ['GET', link.replace(sha256, other)],
      ['GET', link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')],
      ['GET', link.replace('=attachment', '=inline')],
      ['GET', link.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      ['GET', link.split('?')[0]!],
    ]
    for (const [method, address] of tries) {
      const answer = await fetch(address, { method })
      assert.equal(answer.status, 403, `${method} ${address}`)
    }
    assert.equal((await read(sha256)).toString(), 'mine')
  })

  it('are accepted at a link only when they have the hash of the link', async () => {
    const { sha256, content } = file(Buffer.from('sent by somebody else'))
    const link = blobs.presign('PUT', sha256, 60)
    const headers = { 'x-amz-content-sha256': sha256 }
    for (const wrong of [
      { body: 'bytes', headers },
      { body: content, headers: { 'x-amz-content-sha256': never } },
      { body: content, headers: {} },
    ]) {
      assert.ok((await fetch(link, { method: 'PUT', ...wrong })).status >= 400)
      await assert.rejects(read(sha256), missing)
    }
    assert.equal((await fetch(link, { method: 'PUT', body: content, headers })).status, 200)
    assert.ok(content.equals(await read(sha256)))
  })

  it('cannot be read without the secret, and a missing bucket is not reported as a missing file', async () => {
    await blobs.check()
    for (const wrong of [{ secretAccessKey: 'guessed' }, { accessKeyId: 'nobody' }, { bucket: 'elsewhere' }]) {
      const others = new S3Blobs({ ...store.settings, ...wrong })
      const error = await others.check().catch((error) => error)
      assert.match(error.code, /SignatureDoesNotMatch|InvalidAccessKeyId|NoSuchBucket/)
      await assert.rejects(others.read(never), { code: error.code })
      await others.close()
    }
  })
})
