import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newId } from '../../foundation/kit/ids.ts'
import { systemCaller } from '../../people/index.ts'
import { aCaller, type FilesTrial, formOf, incoming, someBytes, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../index.ts'
import { minPartBytes } from '../uploads/content-range.ts'

const caller = aCaller()
const nothing = () => ({})
const withUserQuota = (bytes: number) => tryFiles(nothing, { userQuotaBytes: bytes })

const upload = ({ files }: FilesTrial, bytes: number, as = caller, hash = newId()) =>
  files.uploadTemporary(as, { hash, bytes: formOf(someBytes(bytes)) })
const usedBy = async ({ files }: FilesTrial, as = caller): Promise<number> => (await files.usage(as)).own.bytes
const tooMuch = { code: 'files.quota_reached', status: 402 }

test('uploads are accepted up to the last byte of the quota; one more byte is refused with both numbers and leaves nothing', async () => {
  await using trial = await withUserQuota(1000)
  await upload(trial, 600)
  await assert.rejects(upload(trial, 401), {
    ...tooMuch,
    message: 'your files already take 600 bytes of your quota of 1,000 bytes, so this upload does not fit',
    details: { quota: 1000, used: 600 },
  })
  assert.equal(trial.onDisk().length, 1)
  await upload(trial, 400)
  await assert.rejects(upload(trial, 1), tooMuch)
  await upload(trial, 0)
  assert.equal(await usedBy(trial), 1000)
  await upload(trial, 1000, aCaller())
})

test('an upload with a known size above the quota is refused before its body is read', async () => {
  await using trial = await withUserQuota(minPartBytes)
  const untouched = () => {
    const stream = new Readable({ read: () => {} })
    stream.resume = () => stream
    return stream
  }
  const hash = newId()
  const raw = 'application/octet-stream'
  const inParts = { ...incoming(untouched(), raw) }
  const contentRange = `bytes 0-${minPartBytes}/${minPartBytes + 1}`
  await assert.rejects(trial.files.uploadTemporary(caller, { hash, bytes: inParts, contentRange }), tooMuch)
  const header = (name: string) => (name === 'content-length' ? String(minPartBytes + 1) : undefined)
  const whole = { ...incoming(untouched(), raw), header }
  await assert.rejects(trial.files.uploadTemporary(caller, { hash, bytes: whole }), tooMuch)
})

test('a multipart body may be longer than the remaining quota: only the file in it counts', async () => {
  await using trial = await withUserQuota(100)
  const form = formOf(someBytes(100))
  const header = (name: string) => (name === 'content-length' ? '400' : undefined)
  const file = await trial.files.uploadTemporary(caller, { hash: newId(), bytes: { ...form, header } })
  assert.equal(file?.size, 100)
})

test('an upload in parts counts with its whole size from its first part on, until it is restarted or expires', async () => {
  const whole = minPartBytes + 10
  await using trial = await withUserQuota(whole)
  const hash = newId()
  const part = (from: number, to: number) =>
    trial.files.uploadTemporary(caller, {
      hash,
      bytes: formOf(someBytes(to - from)),
      contentRange: `bytes ${from}-${to}/${whole}`,
    })
  await part(0, minPartBytes)
  assert.equal(await usedBy(trial), whole)
  await assert.rejects(upload(trial, 1), tooMuch)
  await part(0, minPartBytes)
  await part(minPartBytes, whole)
  assert.equal(await usedBy(trial), whole)
  trial.clock.advance(61 * 60_000)
  await trial.files.sweep()
  assert.equal(await usedBy(trial), 0)
})

test('of several concurrent uploads, only those within the quota are accepted', async () => {
  await using trial = await withUserQuota(2500)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => upload(trial, 1000)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  assert.equal(await usedBy(trial), 2000)
  assert.equal(trial.onDisk().length, 2)
})

test('making an upload permanent costs nothing more, versions and the recycle bin count, and purging frees space', async () => {
  await using trial = await withUserQuota(1000)
  const { files } = trial
  const hash = newId()
  await upload(trial, 500, caller, hash)
  const { __id: id } = await files.persist(caller, { directory: rootId, hash, name: 'a.txt' })
  assert.equal(await usedBy(trial), 500)
  const second = newId()
  await files.uploadTemporary(caller, { hash: second, bytes: formOf(someBytes(500, 2)) })
  await files.versions.add(caller, id, { hash: second })
  assert.equal(await usedBy(trial), 1000)
  await files.remove(caller, id)
  await assert.rejects(upload(trial, 1), tooMuch)
  await files.recycleBin.purge(caller, id)
  assert.equal(await usedBy(trial), 0)
  await upload(trial, 1000)
})

test('an upload that is still being read can be made permanent only when there is space for both copies', async () => {
  await using trial = await withUserQuota(1500)
  const { files, database, clock } = trial
  const hash = newId()
  const file = await upload(trial, 1000, caller, hash)
  await database.transaction((tx) => files.pin(tx, file!.__id, clock.nowMs() + 60_000))
  await assert.rejects(files.persist(caller, { directory: rootId, hash, name: 'a.txt' }), tooMuch)
  assert.equal(await usedBy(trial), 1000)
})

test('the quota of the installation counts equal content once, and does not reveal the usage of others', async () => {
  await using trial = await tryFiles(nothing, { quotaBytes: 1000 })
  const { files, clock } = trial
  for (const as of [caller, aCaller()]) await files.uploadTo(as, rootId, { bytes: formOf(someBytes(400)) })
  const { own, all } = await files.usage({ ...systemCaller(caller.userId) })
  assert.deepEqual(
    [own, all],
    [
      { bytes: 400, quota: null },
      { bytes: 400, quota: 1000 },
    ],
  )
  assert.equal((await files.usage(caller)).all, undefined)
  await assert.rejects(upload(trial, 601), {
    ...tooMuch,
    message: 'this upload would exceed the quota of 1,000 bytes for all files together',
  })
  await upload(trial, 600)
  await assert.rejects(upload(trial, 1), tooMuch)
  clock.advance(61 * 60_000)
  await files.sweep()
  await upload(trial, 600)
})
