import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, type FilesTrial, formOf, incoming, sha256, someBytes, tryFiles } from '../files-trial.fixture.ts'
import type { FileView } from '../index.ts'
import { minPartBytes } from './content-range.ts'

const caller = aCaller()
const whole = someBytes(minPartBytes * 2 + 1000)

function sendPart(
  { files }: FilesTrial,
  hash: string,
  from: number,
  to: number,
  { bytes = whole, said = to, as = caller } = {},
): Promise<FileView | undefined> {
  const contentRange = `bytes ${from}-${said}/${bytes.length}`
  return files.uploadTemporary(as, { hash, bytes: formOf(bytes.subarray(from, to)), contentRange })
}

async function assertStored({ files }: FilesTrial, hash: string, bytes: Buffer): Promise<void> {
  const file = await files.temporaryByHash(caller.userId, hash)
  assert.ok(file !== undefined)
  assert.equal(file.size, bytes.length)
  assert.equal(file.sha256, sha256(bytes))
  assert.ok(readFileSync(file.path).equals(bytes))
}

test('a file sent in one request is stored with its name, size and hash', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  const bytes = someBytes(300_000)
  const file = await trial.files.uploadTemporary(caller, { hash, bytes: formOf(bytes, 'Отчёт №1.csv') })

  assert.ok(file !== undefined)
  const { __id, __createdAt, __updatedAt, ...rest } = file
  assert.deepEqual(rest, {
    __name: 'Отчёт №1.csv',
    name: 'Отчёт №1.csv',
    originalName: 'Отчёт №1.csv',
    hash,
    directory: null,
    size: 300_000,
    version: 1,
    __createdBy: caller.userId,
    __updatedBy: caller.userId,
    __deletedAt: null,
  })
  assert.match(__createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(__updatedAt, __createdAt)
  await assertStored(trial, hash, bytes)
  assert.deepEqual(trial.onDisk(), [__id])
})

test('a body of plain bytes is accepted too, and so is an empty file', async () => {
  await using trial = await tryFiles()
  const [raw, empty] = [newId(), newId()]
  const bytes = someBytes(1000)
  const file = await trial.files.uploadTemporary(caller, {
    hash: raw,
    bytes: incoming(bytes, 'application/octet-stream'),
  })
  assert.equal(file?.name, raw)
  await assertStored(trial, raw, bytes)

  await trial.files.uploadTemporary(caller, { hash: empty, bytes: formOf(Buffer.alloc(0)) })
  await assertStored(trial, empty, Buffer.alloc(0))
})

test('parts in order form the file, with exclusive or inclusive ends', async () => {
  await using trial = await tryFiles()
  for (const off of [0, 1]) {
    const hash = newId()
    const send = (from: number, to: number) => sendPart(trial, hash, from, to, { said: to - off })
    assert.equal(await send(0, minPartBytes), undefined)
    assert.equal(await trial.files.temporaryByHash(caller.userId, hash), undefined, 'not before it is complete')
    assert.equal(await send(minPartBytes, 2 * minPartBytes + 10), undefined)
    const file = await send(2 * minPartBytes + 10, whole.length)
    assert.equal(file?.size, whole.length)
    await assertStored(trial, hash, whole)
  }
})

test('a part that is too small, too long or too short is refused, and can be sent again', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  await assert.rejects(sendPart(trial, hash, 0, 1000), { code: 'files.entity_too_small', message: /^EntityTooSmall/ })
  assert.deepEqual(trial.onDisk(), [], 'a first part that was refused leaves nothing')

  await sendPart(trial, hash, 0, minPartBytes)
  const next = (to: number, said: number) => sendPart(trial, hash, minPartBytes, to, { said })
  await assert.rejects(next(2 * minPartBytes, 2 * minPartBytes + 1), { code: 'files.invalid_part' })
  await assert.rejects(next(2 * minPartBytes, 2 * minPartBytes - 2), { code: 'files.invalid_part' })
  await assert.rejects(next(minPartBytes + 1000, minPartBytes + 1000), { code: 'files.entity_too_small' })
  await sendPart(trial, hash, minPartBytes, whole.length)
  await assertStored(trial, hash, whole)
})

test('a part out of order is refused, and so is a part without an upload', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  await assert.rejects(sendPart(trial, hash, minPartBytes, whole.length), {
    code: 'files.no_such_upload',
    message: /^NoSuchUpload/,
  })
  await sendPart(trial, hash, 0, minPartBytes)
  await assert.rejects(sendPart(trial, hash, minPartBytes + 1, whole.length), {
    code: 'files.invalid_part_order',
    message: /^InvalidPartOrder/,
  })
  await assert.rejects(sendPart(trial, hash, minPartBytes, whole.length + 5, { bytes: someBytes(whole.length + 5) }), {
    code: 'files.invalid_part',
    message: /total of 10486760 bytes/,
  })
})

test('the last part may be sent again, because its answer may have been lost', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  await sendPart(trial, hash, 0, minPartBytes)
  await sendPart(trial, hash, minPartBytes, 2 * minPartBytes)
  assert.equal(await sendPart(trial, hash, minPartBytes, 2 * minPartBytes), undefined)
  const file = await sendPart(trial, hash, 2 * minPartBytes, whole.length)
  assert.deepEqual(await sendPart(trial, hash, 2 * minPartBytes, whole.length), file)
  await assertStored(trial, hash, whole)
})

test('a part from the first byte restarts an incomplete upload', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  await sendPart(trial, hash, 0, minPartBytes, { bytes: someBytes(whole.length, 7) })
  await sendPart(trial, hash, 0, minPartBytes)
  await sendPart(trial, hash, minPartBytes, whole.length)
  await assertStored(trial, hash, whole)
  assert.equal(trial.onDisk().length, 1)
})

test('the same file sent again gets the same answer, and other bytes under its hash are refused', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  const bytes = someBytes(5000)
  const send = (again: Buffer) => trial.files.uploadTemporary(caller, { hash, bytes: formOf(again) })
  const [first, beside] = await Promise.all([send(bytes), send(bytes)])
  assert.deepEqual(beside, first, 'also while the first is still coming')
  assert.deepEqual(await send(bytes), first)

  for (const other of [someBytes(5000, 2), bytes.subarray(1), bytes.subarray(0, 4999), Buffer.concat([bytes, bytes])]) {
    await assert.rejects(send(other), { code: 'files.hash_taken', status: 400 })
  }
  await assertStored(trial, hash, bytes)
})

test('a hash belongs to its user: another user neither sees nor affects the upload', async () => {
  await using trial = await tryFiles()
  const other = aCaller()
  const hash = newId()
  await sendPart(trial, hash, 0, minPartBytes)
  await assert.rejects(sendPart(trial, hash, minPartBytes, whole.length, { as: other }), {
    code: 'files.no_such_upload',
  })
  await trial.files.uploadTemporary(other, { hash, bytes: formOf(Buffer.from('theirs')) })
  await sendPart(trial, hash, minPartBytes, whole.length)

  await assertStored(trial, hash, whole)
  assert.equal((await trial.files.temporaryByHash(other.userId, hash))?.size, 6)
  assert.equal(await trial.files.temporaryByHash(aCaller().userId, hash), undefined)
})

test('an interrupted upload leaves nothing, or the parts before the interruption', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  const broken = (type: string, head: string) => {
    const chunks = async function* () {
      yield Buffer.from(head)
      yield someBytes(200_000)
      throw new Error('aborted')
    }
    return incoming(Readable.from(chunks()), type)
  }
  const multipart = broken(
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
  )
  const cut = incoming(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf',
    'multipart/form-data; boundary=b',
  )
  for (const bytes of [multipart, broken('application/octet-stream', '')]) {
    await assert.rejects(trial.files.uploadTemporary(caller, { hash, bytes }), { code: 'files.upload_aborted' })
  }
  await assert.rejects(trial.files.uploadTemporary(caller, { hash, bytes: cut }), { code: 'files.not_a_file' })
  assert.deepEqual(trial.onDisk(), [])
  assert.equal(await trial.files.temporaryByHash(caller.userId, hash), undefined)

  await sendPart(trial, hash, 0, minPartBytes)
  const contentRange = `bytes ${minPartBytes}-${whole.length}/${whole.length}`
  await assert.rejects(
    trial.files.uploadTemporary(caller, { hash, contentRange, bytes: broken('application/octet-stream', '') }),
  )
  assert.equal(readFileSync(trial.path(trial.onDisk()[0]!)).length, minPartBytes, 'the room is given back')
  await sendPart(trial, hash, minPartBytes, whole.length)
  await assertStored(trial, hash, whole)
})

test('a repeated upload whose bytes were lost in a crash is stored again', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  const bytes = someBytes(5_000)
  const first = await trial.files.uploadTemporary(caller, { hash, bytes: formOf(bytes) })
  rmSync((await trial.files.temporaryByHash(caller.userId, hash))!.path)
  const again = await trial.files.uploadTemporary(caller, { hash, bytes: formOf(bytes) })
  assert.notEqual(again!.__id, first!.__id)
  await assertStored(trial, hash, bytes)
})
