import type { Reader } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { byVersion, type LiveSource } from '../../foundation/live/index.ts'
import { agesAt } from '../sign-in/sessions.ts'
import { endedCredentials, notificationVersions } from './live.store.ts'

/**
 * Returns the live sources about users: changes of a user's notifications, and the end of the token or session of a
 * connection.
 */
export function peopleLiveSources(reader: Reader, clock: Clock): readonly LiveSource[] {
  return [
    byVersion('notifications', (ids) => notificationVersions(reader, ids)),
    {
      kind: 'credential',
      changed: (ids) => {
        const nowMs = clock.nowMs()
        return endedCredentials(reader, ids, { now: new Date(nowMs), ...agesAt(nowMs) })
      },
    },
  ]
}
