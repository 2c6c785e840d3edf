import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../foundation/db/sql.ts'
import { newId } from '../foundation/kit/ids.ts'
import type { FileEventListener } from './file-events.ts'
import { aCaller, type FilesTrial, formOf, tryFiles } from './files-trial.fixture.ts'
import { rootId } from './index.ts'

const caller = aCaller()

async function fileAndUpload({ files }: FilesTrial) {
  const file = await files.uploadTo(caller, rootId, { bytes: formOf(Buffer.from('one')) })
  const hash = newId()
  await files.uploadTemporary(caller, { hash, bytes: formOf(Buffer.from('two')) })
  return { id: file!.__id, hash }
}

test('listeners are called once for a new version, in its transaction', async () => {
  const heard: unknown[] = []
  const listener: FileEventListener = {
    async versionAdded(tx, { userId }, version) {
      const row = await tx.row<{ no: number }>(sql`select version as no from file where id = ${version.file}`)
      heard.push([userId, version, row?.no])
    },
  }
  await using trial = await tryFiles(undefined, { listeners: [listener] })
  const { id, hash } = await fileAndUpload(trial)
  await trial.files.versions.add(caller, id, { hash })
  await trial.files.versions.add(caller, id, { hash })
  assert.deepEqual(heard, [[caller.userId, { file: id, no: 2, before: 1 }, 2]])
})

test('a listener that fails rolls the version back, and the upload can be used again', async () => {
  let isBroken = true
  const listener: FileEventListener = {
    async versionAdded() {
      if (isBroken) throw new Error('not now')
    },
  }
  await using trial = await tryFiles(undefined, { listeners: [{ deleted: async () => {} }, listener] })
  const { files } = trial
  const { id, hash } = await fileAndUpload(trial)
  await assert.rejects(files.versions.add(caller, id, { hash }), /not now/)
  assert.equal((await files.get(caller, id)).version, 1)
  isBroken = false
  assert.equal((await files.versions.add(caller, id, { hash })).version.no, 2)
})

test('a listener that fails prevents the deletion of a file', async () => {
  const listener: FileEventListener = { deleted: () => Promise.reject(new Error('is needed')) }
  await using trial = await tryFiles(undefined, { listeners: [listener] })
  const { id } = await fileAndUpload(trial)
  await assert.rejects(trial.files.remove(caller, id), /is needed/)
  assert.equal((await trial.files.get(caller, id)).__id, id)
})
