import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../foundation/db/sql.ts'
import { newId } from '../foundation/kit/ids.ts'
import { aCaller, type FilesTrial, formOf, tryFiles } from './files-trial.fixture.ts'
import { rootId } from './index.ts'

const caller = aCaller()

async function fileAndUpload({ files }: FilesTrial) {
  const file = await files.uploadTo(caller, rootId, { bytes: formOf(Buffer.from('one')) })
  const hash = newId()
  await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('two')) })
  return { id: file!.__id, hash }
}

test('whoever listens hears of a version in its transaction, once', async () => {
  await using trial = await tryFiles()
  const heard: unknown[] = []
  trial.files.hear({
    async versionAdded(tx, { userId }, version) {
      const row = await tx.row<{ no: number }>(sql`select version as no from file where id = ${version.file}`)
      heard.push([userId, version, row?.no])
    },
  })
  const { id, hash } = await fileAndUpload(trial)
  await trial.files.versions.add(caller, id, { hash })
  await trial.files.versions.add(caller, id, { hash })
  assert.deepEqual(heard, [[caller.userId, { file: id, no: 2, before: 1 }, 2]])
})

test('a listener that fails undoes the version, and the upload is there for another attempt', async () => {
  await using trial = await tryFiles()
  const { files } = trial
  let isBroken = true
  files.hear({ deleted: async () => {} })
  files.hear({
    async versionAdded() {
      if (isBroken) throw new Error('not now')
    },
  })
  const { id, hash } = await fileAndUpload(trial)
  await assert.rejects(files.versions.add(caller, id, { hash }), /not now/)
  assert.equal((await files.get(caller, id)).version, 1)
  isBroken = false
  assert.equal((await files.versions.add(caller, id, { hash })).version.no, 2)
})

test('a listener that fails keeps a file out of the recycle bin', async () => {
  await using trial = await tryFiles()
  trial.files.hear({ deleted: () => Promise.reject(new Error('is needed')) })
  const { id } = await fileAndUpload(trial)
  await assert.rejects(trial.files.remove(caller, id), /is needed/)
  assert.equal((await trial.files.get(caller, id)).__id, id)
})
