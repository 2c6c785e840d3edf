import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { storedBackup } from './backups.fixture.ts'

const server = useServer()

it('sends the archive under its name', async () => {
  const { id, name } = await storedBackup(server, {})
  const { status, body, headers } = await server.call('GET', `/api/v1/backups/${id}/download`)
  assert.deepEqual([status, body, headers.get('content-length')], [200, 'an archive', '10'])
  assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`)
  assert.equal(headers.get('content-type'), 'application/x-tar')
})

it('refuses a backup that failed, and one whose archive is on another node', async () => {
  const failed = await storedBackup(server, { problem: 'the disk is full' })
  const path = (id: string) => `/api/v1/backups/${id}/download`
  assertRefused(await server.call('GET', path(failed.id)), 409, 'backup.not_ready', /no archive: its state is failed/)
  const elsewhere = await storedBackup(server, { isElsewhere: true })
  assertRefused(
    await server.call('GET', path(elsewhere.id)),
    409,
    'backup.elsewhere',
    /is not in the backup folder of this server; it was made on host/,
  )
})
