import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { newId } from '../foundation/kit/ids.ts'
import { aCaller, formOf, someBytes, tryFiles } from './files-trial.fixture.ts'
import { minPartBytes } from './uploads/content-range.ts'

const minuteMs = 60_000
const caller = aCaller()

test('an upload is not found after an hour, and the sweep removes it', async () => {
  await using trial = await tryFiles()
  const { files, clock } = trial
  const [early, late] = [newId(), newId()]
  await files.uploadTemporary(caller, { hash: early, bytes: formOf(Buffer.from('early')) })
  clock.advance(40 * minuteMs)
  const kept = await files.uploadTemporary(caller, { hash: late, bytes: formOf(Buffer.from('late')) })
  await files.sweep()
  assert.equal(trial.onDisk().length, 2)

  clock.advance(20 * minuteMs)
  assert.equal(await files.temporaryByHash(caller.userId, early), undefined, 'also before the sweep')
  await files.sweep()
  assert.deepEqual(trial.onDisk(), [kept?.__id])
  assert.equal((await files.temporaryByHash(caller.userId, late))?.name, 'report.csv')
})

test('each part of an upload extends its life by an hour, and a later part is refused', async () => {
  await using trial = await tryFiles()
  const bytes = someBytes(2 * minPartBytes + 1)
  const hash = newId()
  const send = (from: number, to: number) =>
    trial.files.uploadTemporary(caller, {
      hash,
      bytes: formOf(bytes.subarray(from, to)),
      contentRange: `bytes ${from}-${to}/${bytes.length}`,
    })
  await send(0, minPartBytes)
  trial.clock.advance(50 * minuteMs)
  await send(minPartBytes, 2 * minPartBytes)
  trial.clock.advance(50 * minuteMs)
  await trial.files.sweep()
  assert.equal(trial.onDisk().length, 1)

  trial.clock.advance(11 * minuteMs)
  await assert.rejects(send(2 * minPartBytes, bytes.length), { code: 'files.no_such_upload' })
  await trial.files.sweep()
  assert.deepEqual(trial.onDisk(), [])
})

test('an expired hash can be used again before the sweep', async () => {
  await using trial = await tryFiles()
  const hash = newId()
  await trial.files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('old')) })
  trial.clock.advance(61 * minuteMs)
  await trial.files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('newer')) })
  assert.equal((await trial.files.temporaryByHash(caller.userId, hash))?.size, 5)
  assert.equal(trial.onDisk().length, 1)
})

test('a pinned upload stays until its pin ends', async () => {
  await using trial = await tryFiles()
  const { files, clock, database } = trial
  const hash = newId()
  const file = await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('x')) })
  const inHours = (hours: number) => clock.nowMs() + hours * 60 * minuteMs
  const pin = (id: string, untilMs: number) => database.transaction((tx) => files.pin(tx, id, untilMs))
  assert.equal(await pin(file!.__id, inHours(5)), true)
  assert.equal(await pin(file!.__id, inHours(2)), true, 'a shorter pin beside it takes nothing away')
  clock.advance(4 * 60 * minuteMs)
  await files.sweep()
  assert.equal((await files.temporaryByHash(caller.userId, hash))?.id, file?.__id)

  clock.advance(2 * 60 * minuteMs)
  await files.sweep()
  assert.deepEqual(trial.onDisk(), [])
  assert.equal(await pin(file!.__id, inHours(1)), false)
})

test('files without a row are removed when nothing was written to them for an hour', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const known = await files.uploadTemporary(caller, { hash: newId(), bytes: formOf(Buffer.from('x')) })
  const long = new Date(Date.now() - 61 * minuteMs)
  const arriving = newId()
  for (const name of [arriving, newId(), 'no-id-at-all']) writeFileSync(trial.path(name), 'half')
  for (const name of trial.onDisk()) if (name !== arriving) utimesSync(trial.path(name), long, long)

  await files.sweep()
  assert.deepEqual(trial.onDisk().sort(), [known!.__id, arriving].sort())
})
