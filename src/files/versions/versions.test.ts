import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { newId } from '../../foundation/kit/ids.ts'
import { aCaller, type FilesTrial, formOf, sha256, tryFiles } from '../files-trial.fixture.ts'
import { rootId } from '../index.ts'

const caller = aCaller()

async function upload({ files }: FilesTrial, content: string, as = caller): Promise<string> {
  const hash = newId()
  await files.uploadTemporary(as, { hash, bytes: formOf(Buffer.from(content)) })
  return hash
}

async function aFile({ files }: FilesTrial, content: string, name = 'a.txt'): Promise<string> {
  const file = await files.uploadTo(caller, rootId, { bytes: formOf(Buffer.from(content), name) })
  return file!.__id
}

test('an upload becomes the next version, and earlier versions are unchanged', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const id = await aFile(trial, 'one')
  const { file, version } = await files.versions.add(caller, id, { hash: await upload(trial, 'two two') })
  assert.deepEqual([file.__id, file.name, file.version, file.size], [id, 'a.txt', 2, 7])
  assert.deepEqual([version.no, version.size, version.sha256], [2, 7, sha256(Buffer.from('two two'))])
  assert.deepEqual(await files.get(caller, id), file)
  const all = await files.versions.list(caller, id)
  assert.deepEqual(
    all.map(({ no, size, createdBy }) => [no, size, createdBy]),
    [
      [2, 7, caller.userId],
      [1, 3, caller.userId],
    ],
  )
  assert.equal(await text(await trial.blobs.read(all[1]!.sha256)), 'one')
  assert.deepEqual(trial.onDisk(), [], 'the uploads are used up')
})

test('a repeated request returns the same version, even when there are newer ones', async () => {
  await using trial = await tryFiles()
  const { versions } = trial.files
  const id = await aFile(trial, 'one')
  const second = { hash: await upload(trial, 'two'), expectedVersion: 1 }
  const first = await versions.add(caller, id, second)
  assert.deepEqual(await versions.add(caller, id, second), first)
  await versions.add(caller, id, { hash: await upload(trial, 'three') })
  assert.deepEqual((await versions.add(caller, id, second)).version, first.version)
  assert.equal((await versions.list(caller, id)).length, 3)
})

test('the same request sent twice concurrently creates one version', async () => {
  await using trial = await tryFiles()
  const { versions } = trial.files
  const id = await aFile(trial, 'one')
  const hash = await upload(trial, 'two')
  const [one, two] = await Promise.all([versions.add(caller, id, { hash }), versions.add(caller, id, { hash })])
  assert.deepEqual(one, two)
  assert.equal(one.version.no, 2)
})

test('concurrent versions are numbered one after the other', async () => {
  await using trial = await tryFiles()
  const { versions } = trial.files
  const id = await aFile(trial, 'one')
  const hashes = await Promise.all(Array.from({ length: 6 }, (_, place) => upload(trial, `at once ${place}`)))
  const added = await Promise.all(hashes.map((hash) => versions.add(caller, id, { hash })))
  assert.deepEqual(added.map(({ version }) => version.no).sort(), [2, 3, 4, 5, 6, 7])
})

test('the content of the current version creates no new version, that of an earlier version does', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const { versions } = files
  const id = await aFile(trial, 'one')
  const before = await files.get(caller, id)
  const hash = await upload(trial, 'one')
  const same = await versions.add(caller, id, { hash, name: 'other.txt' })
  assert.deepEqual([same.version.no, same.file], [1, before])
  assert.deepEqual(await versions.add(caller, id, { hash, name: 'other.txt' }), same)
  await versions.add(caller, id, { hash: await upload(trial, 'two') })
  assert.equal((await versions.add(caller, id, { hash: await upload(trial, 'one') })).version.no, 3)
})

test('a request with another expected version gets the current version in the error, and nothing changes', async () => {
  await using trial = await tryFiles()
  const { versions } = trial.files
  const id = await aFile(trial, 'one')
  await versions.add(caller, id, { hash: await upload(trial, 'two'), expectedVersion: 1 })
  const late = { hash: await upload(trial, 'late'), expectedVersion: 1 }
  await assert.rejects(versions.add(caller, id, late), {
    code: 'files.version_changed',
    status: 409,
    message: 'the file has version 2, not 1',
    details: { version: 2 },
  })
  assert.equal((await versions.list(caller, id)).length, 2)
  assert.equal((await versions.add(caller, id, { ...late, expectedVersion: 2 })).version.no, 3, 'the upload is there')
})

test('a version may have a new name, with a number when the name is taken', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const { versions } = files
  await aFile(trial, 'x', 'taken.txt')
  const id = await aFile(trial, 'one', 'mine.txt')
  const add = async (name: string) =>
    (await versions.add(caller, id, { hash: await upload(trial, newId()), name })).file.name
  assert.equal(await add('taken.txt'), 'taken (1).txt')
  assert.equal(await add('taken (1).txt'), 'taken (1).txt', 'its own name is not taken')
  await assert.rejects(add('../x'), { code: 'files.wrong_name' })
  assert.equal((await files.get(caller, id)).version, 3)
})

test('only a complete upload of the caller is accepted, and only for an existing file', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  const id = await aFile(trial, 'one')
  const foreign = await upload(trial, 'x', aCaller())
  for (const hash of [foreign, newId()])
    await assert.rejects(files.versions.add(caller, id, { hash }), { code: 'files.upload_not_found' })
  const hash = await upload(trial, 'two')
  for (const missing of [newId(), 'no-id'])
    await assert.rejects(files.versions.add(caller, missing, { hash }), { code: 'files.not_found' })
  await assert.rejects(files.versions.add(aCaller(), id, { hash }), { code: 'files.not_found' })
  await files.remove(caller, id)
  await assert.rejects(files.versions.add(caller, id, { hash }), { code: 'files.not_found' })
  await assert.rejects(files.versions.list(caller, id), { code: 'files.not_found' })
})
