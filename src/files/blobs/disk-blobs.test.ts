import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, it } from 'node:test'
import { sha256, someBytes } from '../files-trial.fixture.ts'
import { createDiskBlobs } from './disk-blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-bytes-'))
const store = createDiskBlobs(join(folder, 'bytes'))
after(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, 'bytes', name.slice(0, 2), name)

async function kept(bytes: Buffer): Promise<string> {
  const name = sha256(bytes)
  writeFileSync(join(folder, 'upload'), bytes)
  await store.put(name, join(folder, 'upload'), bytes.length)
  rmSync(join(folder, 'upload'))
  return name
}

async function untouched(): Promise<string[]> {
  const names: string[] = []
  for await (const name of store.list(Date.now() - 60_000)) names.push(name)
  return names
}

it('a stored blob can be read whole and in ranges after its upload is gone', async () => {
  const bytes = someBytes(100_000)
  const name = await kept(bytes)
  assert.ok((await buffer(await store.read(name))).equals(bytes))
  assert.ok((await buffer(await store.read(name, { from: 10, to: 70_000 }))).equals(bytes.subarray(10, 70_000)))
  assert.equal(await text(await store.read(name, { from: 5, to: 5 })), '')
})

it('equal bytes are stored once, and storing them again renews their age', async () => {
  const name = await kept(Buffer.from('again'))
  utimesSync(at(name), 0, 0)
  assert.deepEqual(await untouched(), [name])
  assert.equal(await kept(Buffer.from('again')), name)
  assert.deepEqual(await untouched(), [])
})

it('a file with another length at the same path is replaced', async () => {
  const name = await kept(Buffer.from('whole'))
  writeFileSync(at(name), 'who')
  await kept(Buffer.from('whole'))
  assert.equal(readFileSync(at(name), 'utf8'), 'whole')
})

it('a file that may be taken is moved, and is left where it was when its bytes are stored already', async () => {
  const bytes = someBytes(1000, 7)
  const [name, path] = [sha256(bytes), join(folder, 'taken')]
  for (const isLeft of [false, true]) {
    writeFileSync(path, bytes)
    utimesSync(path, 0, 0)
    await store.put(name, path, bytes.length, { mayTake: true })
    assert.equal(existsSync(path), isLeft)
    assert.ok((await buffer(await store.read(name))).equals(bytes))
    assert.ok(!(await untouched()).includes(name))
  }
})

it('storing the same upload twice concurrently leaves one file', async () => {
  const bytes = someBytes(5_000_000)
  const [name, path] = [sha256(bytes), join(folder, 'both')]
  writeFileSync(path, bytes)
  await Promise.all([store.put(name, path, bytes.length), store.put(name, path, bytes.length)])
  utimesSync(at(name), 0, 0)
  assert.deepEqual(await untouched(), [name])
})

it('missing bytes are reported as missing, and can be removed again', async () => {
  const name = await kept(Buffer.from('gone'))
  await store.remove(name)
  await store.remove(name)
  await assert.rejects(store.read(name), { code: 'ENOENT' })
})

it('a name that is not a hash is refused', async () => {
  for (const name of ['../../etc/passwd', '', 'A'.repeat(64), 'a'.repeat(65)])
    await assert.rejects(async () => store.read(name), /not a SHA-256/)
})

it('interrupted copies are removed by the listing', async () => {
  const name = await kept(Buffer.from('cut off'))
  const part = `${at(name)}.0b6f7b2e`
  writeFileSync(part, 'half')
  utimesSync(part, 0, 0)
  assert.ok((await untouched()).every((one) => /^[0-9a-f]{64}$/.test(one)))
  assert.throws(() => readFileSync(part), { code: 'ENOENT' })
})

it('bytes in the earlier folder layout, one level deeper, are moved up', async () => {
  const bytes = Buffer.from('from before')
  const name = sha256(bytes)
  const older = join(folder, 'older')
  mkdirSync(join(older, name.slice(0, 2), name.slice(2, 4)), { recursive: true })
  writeFileSync(join(older, name.slice(0, 2), name.slice(2, 4), name), bytes)
  const { read } = createDiskBlobs(older)
  assert.ok((await buffer(await read(name))).equals(bytes))
  assert.deepEqual(readdirSync(join(older, name.slice(0, 2))), [name])
})
