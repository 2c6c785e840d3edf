// Takes long: it backs up whole installations.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { adminToken, startEmptyPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { madeBackup } from './backups.fixture.ts'

it('a backup is made, listed, downloaded as it was written, and deleted with its archive', async () => {
  await using server = await startEmptyPlatform()
  const { call, url, dataDir } = server
  const made = await madeBackup(call)
  const { id, name, state, problem, bytes, sha256, rows, missingFiles } = made
  assert.deepEqual([state, problem, missingFiles], ['done', null, 0])
  assert.ok(rows > 0 && made.processed === made.total)
  const { body } = await call('GET', '/api/v1/backups')
  assert.deepEqual([body.backups.map((one: { id: string }) => one.id), body.schedule], [[id], null])

  const response = await fetch(`${url}/api/v1/backups/${id}/download`, {
    headers: { authorization: `Bearer ${adminToken}` },
  })
  const archive = await response.bytes()
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${name}"`)
  assert.deepEqual([archive.length, createHash('sha256').update(archive).digest('hex')], [bytes, sha256])

  assertDone(await call('DELETE', `/api/v1/backups/${id}`))
  assert.equal(existsSync(join(dataDir, 'backups', name)), false)
  assertRefused(await call('GET', `/api/v1/backups/${id}`), 404, 'backup.not_found', /not found/)

  const entries = await call('GET', `/api/v1/audit?object=backup:${id}`)
  const told = entries.body.entries.map(({ operation, after }: never) => [
    operation,
    (after as { state?: string })?.state,
  ])
  assert.deepEqual(told.reverse(), [
    ['createBackup', 'queued'],
    [null, 'done'],
    ['downloadBackup', undefined],
    ['deleteBackup', undefined],
  ])
})

it('one backup is made at a time, and deleting it cancels it', async () => {
  await using server = await startEmptyPlatform()
  const { call, dataDir } = server
  const [first, second] = await Promise.all([call('POST', '/api/v1/backups'), call('POST', '/api/v1/backups')])
  assertDone(first)
  assert.equal(first.body.backup.id, second.body.backup.id)
  assert.deepEqual([first.body.isNew, second.body.isNew].toSorted(), [false, true])
  const early = await call('GET', `/api/v1/backups/${first.body.backup.id}/download`)
  assertRefused(early, 409, 'backup.not_ready', /no archive/)
  assertDone(await call('DELETE', `/api/v1/backups/${first.body.backup.id}`))
  const next = await madeBackup(call)
  assert.equal(next.state, 'done')
  assert.deepEqual(await readdir(join(dataDir, 'backups')), [next.name])
  assertRefused(await call('DELETE', `/api/v1/backups/${newId()}`), 404, 'backup.not_found', /not found/)
})
