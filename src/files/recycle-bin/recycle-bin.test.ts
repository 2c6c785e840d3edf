import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putGrant } from '../../access/grants.store.ts'
import { sql } from '../../foundation/db/sql.ts'
import { newId, nilId } from '../../foundation/kit/ids.ts'
import { Persons, systemCaller } from '../../people/index.ts'
import { type FileEventListener, fileEventsFor } from '../file-events.ts'
import { aCaller, type FilesTrial, formOf, sha256, tryFiles } from '../files-trial.fixture.ts'
import { filesSpace, rootId } from '../index.ts'
import { purge } from './purge-file.ts'

const caller = aCaller()
const administrator = systemCaller(newId())
const dayMs = 24 * 60 * 60_000

async function aFile({ files }: FilesTrial, name = 'a.txt', as = caller): Promise<string> {
  const file = await files.uploadTo(as, rootId, { bytes: formOf(Buffer.from(`of ${name}`), name) })
  return file!.__id
}

const idsOf = async ({ files }: FilesTrial, as = caller): Promise<string[]> =>
  JSON.parse((await files.recycleBin.list(as, {})).items.text).map(({ __id }: { __id: string }) => __id)

const count = async ({ database }: FilesTrial, table: 'file' | 'file_version' | 'blob' | 'access_grant') => {
  const from = { file: sql`file`, file_version: sql`file_version`, blob: sql`blob`, access_grant: sql`access_grant` }
  return Number((await database.reader.row<{ n: string }>(sql`select count(*) as n from ${from[table]}`))!.n)
}

test('a deleted file is restored unchanged', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const id = await aFile(trial)
  const { __updatedAt, ...before } = await files.get(caller, id)
  await files.remove(caller, id)
  assert.deepEqual(await idsOf(trial), [id])
  await files.recycleBin.restore(caller, id)
  const { __updatedAt: _later, ...after } = await files.get(caller, id)
  assert.deepEqual(after, before)
  assert.deepEqual(await idsOf(trial), [])
  await files.recycleBin.restore(caller, id)
  assert.equal((await files.get(caller, id)).__id, id, 'the answer of the first may have been lost')
})

test('a restored file gets a number when its name was taken meanwhile', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const id = await aFile(trial, 'n.txt')
  await files.remove(caller, id)
  await aFile(trial, 'N.txt')
  await files.recycleBin.restore(caller, id)
  assert.equal((await files.get(caller, id)).name, 'n (1).txt')
})

test('a file whose directory is removed stays in the recycle bin', async () => {
  await using trial = await tryFiles()
  const { files, database } = trial
  const directory = JSON.parse((await files.directories.create(caller, { name: 'gone' })).text).__id
  const file = await files.uploadTo(caller, directory, { bytes: formOf(Buffer.from('x')) })
  await files.remove(caller, file!.__id)
  await database.single.rows(sql`update directory set deleted_at = now() where id = ${directory}`)
  await assert.rejects(files.recycleBin.restore(caller, file!.__id), { code: 'files.directory_not_found' })
  assert.deepEqual(await idsOf(trial), [file!.__id])
})

test('users see the files that they created or deleted, administrators all files, last deleted first', async () => {
  await using trial = await tryFiles()
  const { files, clock } = trial
  const other = aCaller()
  const [first, theirs, last] = [await aFile(trial, '1'), await aFile(trial, '2', other), await aFile(trial, '3')]
  for (const [id, by] of [
    [last, caller],
    [theirs, administrator],
    [first, administrator],
  ] as const) {
    await files.remove(by, id)
    clock.advance(1000)
  }
  assert.deepEqual(await idsOf(trial), [first, last])
  assert.deepEqual(await idsOf(trial, other), [theirs])
  assert.deepEqual(await idsOf(trial, administrator), [first, theirs, last])
  assert.deepEqual(await idsOf(trial, aCaller()), [])
})

test('users cannot restore or purge files of others, and cannot distinguish them from missing files', async () => {
  await using trial = await tryFiles()
  const { files, database } = trial
  const id = await aFile(trial)
  await files.remove(caller, id)
  const reader = aCaller()
  const deleter = aCaller()
  const give = (subject: string, right: string) =>
    database.transaction((tx) =>
      putGrant(
        tx,
        { space: filesSpace, object: id, subject, rights: [right], comment: '' },
        { by: caller.userId, at: new Date() },
      ),
    )
  const asked = (as: typeof reader, subject: string) => ({
    ...as,
    persons: new Persons([{ userId: as.userId, groups: new Set(), ids: [subject], spaces: new Set() }]),
  })
  await give(reader.userId, 'view')
  await give(deleter.userId, 'delete')
  for (const action of ['restore', 'purge'] as const) {
    for (const as of [aCaller(), asked(reader, reader.userId)])
      await assert.rejects(files.recycleBin[action](as, id), {
        code: 'files.not_found',
        message: `file ${id} not found`,
      })
    await assert.rejects(files.recycleBin[action](caller, newId()), { code: 'files.not_found' })
  }
  const may = asked(deleter, deleter.userId)
  await assert.rejects(files.recycleBin.purge(may, id), { code: 'files.not_allowed' })
  await files.recycleBin.restore(may, id)
  assert.equal((await files.get(caller, id)).__id, id)
})

test('a purged file is removed with its versions and grants, and its bytes are removed later', async () => {
  await using trial = await tryFiles()
  const { files, clock, database } = trial
  const id = await aFile(trial)
  const hash = newId()
  await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('second')) })
  await files.versions.add(caller, id, { hash })
  await database.transaction((tx) =>
    putGrant(
      tx,
      { space: filesSpace, object: id, subject: newId(), rights: ['view'], comment: '' },
      { by: caller.userId, at: new Date() },
    ),
  )
  await assert.rejects(files.recycleBin.purge(caller, id), { code: 'files.not_deleted', status: 409 })
  await files.remove(caller, id)
  await files.recycleBin.purge(caller, id)
  await assert.rejects(files.recycleBin.restore(caller, id), { code: 'files.not_found' })
  await assert.rejects(files.recycleBin.purge(caller, id), { code: 'files.not_found' })
  assert.deepEqual([await count(trial, 'file'), await count(trial, 'file_version')], [0, 0])
  assert.equal(await count(trial, 'access_grant'), 0)
  assert.equal(await count(trial, 'blob'), 2)
  clock.advance(2 * 60 * 60_000)
  await files.sweep()
  assert.equal(await count(trial, 'blob'), 0)
  await assert.rejects(trial.blobs.read(sha256(Buffer.from('second'))), { code: 'ENOENT' })
})

test('bytes that another file shares stay', async () => {
  await using trial = await tryFiles()
  const { files, clock } = trial
  const [one, two] = [await aFile(trial, 'same'), await aFile(trial, 'same')]
  await files.remove(caller, one)
  await files.recycleBin.purge(caller, one)
  clock.advance(dayMs)
  await files.sweep()
  ;(await trial.blobs.read(sha256(Buffer.from('of same')))).destroy()
  assert.equal((await files.get(caller, two)).__id, two)
})

test('a file that an element names is not purged by age, but can be purged by a user', async () => {
  await using trial = await tryFiles(undefined, { binDays: 1 })
  const { files, clock, database } = trial
  const id = await aFile(trial)
  await database.single.rows(sql`
    insert into file_use (app, element, field, file) values (${newId()}, ${newId()}, 'scans', ${id})`)
  await files.remove(caller, id)
  clock.advance(2 * dayMs)
  await files.sweep()
  assert.deepEqual(await idsOf(trial), [id])
  await files.recycleBin.purge(caller, id)
  assert.deepEqual(await idsOf(trial), [])
})

test('a file is purged by age with an audit entry, and no other file is', async () => {
  const purged: string[] = []
  const listener: FileEventListener = {
    purged: async (_tx, { userId }, file) => void purged.push(`${userId} ${file}`),
  }
  await using trial = await tryFiles(undefined, { binDays: 30, listeners: [listener] })
  const { files, clock, database } = trial
  const [old, young, live] = [await aFile(trial, '1'), await aFile(trial, '2'), await aFile(trial, '3')]
  await files.remove(caller, old)
  clock.advance(20 * dayMs)
  await files.remove(caller, young)
  await files.sweep()
  assert.equal((await idsOf(trial)).length, 2)
  clock.advance(11 * dayMs)
  await files.sweep()
  assert.deepEqual(await idsOf(trial), [young])
  assert.equal((await files.get(caller, live)).__id, live)
  assert.deepEqual(purged, [`${nilId} ${old}`])
  const { by } = (await database.reader.row<{ by: string }>(
    sql`select user_id::text as by from audit where object = ${`file:${old}`} order by at desc, id desc limit 1`,
  ))!
  assert.equal(by, nilId)
})

test('a file that was restored and deleted again just before its purge stays', async () => {
  await using trial = await tryFiles()
  const { files, database, clock } = trial
  const id = await aFile(trial)
  const deps = { database, events: fileEventsFor([]) }
  const before = new Date(clock.nowMs())
  clock.advance(1)
  await files.remove(caller, id)
  assert.equal(await purge(deps, caller, id, before), false)
  assert.deepEqual(await idsOf(trial), [id])
  clock.advance(1)
  assert.equal(await purge(deps, caller, id, new Date(clock.nowMs())), true)
})

test('a file that cannot be purged does not stop the purge of others', async () => {
  const needed = new Set<string>()
  const listener: FileEventListener = {
    async purged(_tx, _caller, file) {
      if (needed.has(file)) throw new Error('is needed')
    },
  }
  await using trial = await tryFiles(undefined, { binDays: 1, listeners: [listener] })
  const { files, clock } = trial
  const [kept, gone] = [await aFile(trial, '1'), await aFile(trial, '2')]
  needed.add(kept)
  for (const id of [kept, gone]) await files.remove(caller, id)
  clock.advance(2 * dayMs)
  await files.sweep()
  assert.deepEqual(await idsOf(trial), [kept])
})
