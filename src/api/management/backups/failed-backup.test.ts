import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { adminToken, type Body, startEmptyPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { waitForNotifications } from '../notifications/notifications.fixture.ts'
import { madeBackup } from './backups.fixture.ts'

it('a failed backup notifies the administrators, with a link to the page of backups, and shows in the metrics', async () => {
  const file = join(tmpdir(), `chancery-test-${newId()}`)
  writeFileSync(file, 'not a folder')
  await using server = await startEmptyPlatform({ BACKUP_DIR: join(file, 'backups') })
  const { call, url } = server
  const failed = await madeBackup(call)
  assert.equal(failed.state, 'failed')

  const [notified] = await waitForNotifications(call, 1)
  const { event, title, text, about } = notified as Body
  assert.deepEqual(
    { event, title, text, about },
    {
      event: 'backup.failed',
      title: `The backup ${failed.name} has failed`,
      text: failed.problem,
      about: { type: 'backup', id: failed.id },
    },
  )
  const answer = await fetch(`${url}/api/v1/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })
  const metrics = await answer.text()
  assert.match(metrics, /^chancery_backup_failed 1$/m)
  assert.doesNotMatch(metrics, /^chancery_backup_last_done_timestamp_seconds /m)
})
