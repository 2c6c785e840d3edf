import type { Reader } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { LiveSource } from '../../foundation/live/index.ts'
import { agesAt } from '../sign-in/sessions.ts'
import { endedCredentials, notificationVersions } from './live.store.ts'

/**
 * Returns the live sources about users: changes of a user's notifications, and the end of the token or session of a
 * connection.
 */
export function peopleLiveSources(reader: Reader, clock: Clock): readonly LiveSource[] {
  return [
    { kind: 'notifications', versions: (ids) => notificationVersions(reader, ids) },
    {
      kind: 'credential',
      // Only credentials that have ended have a version.
      async versions(ids) {
        const nowMs = clock.nowMs()
        const ended = await endedCredentials(reader, ids, { now: new Date(nowMs), ...agesAt(nowMs) })
        return ended.map((id) => ({ id, version: 'ended' }))
      },
    },
  ]
}
