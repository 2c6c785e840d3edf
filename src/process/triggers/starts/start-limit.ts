import type { Reader } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { addDuration, parseDuration } from '../../../foundation/kit/time/schedule.ts'
import { type PublishedVersion, type Templates, templatePath } from '../../definition/index.ts'
import { startLimitReached } from '../errors.ts'
import { nthNewestStart } from './starts.store.ts'

/**
 * Throws a 429 when the start limit of a template is reached. Starts that are not yet committed are not counted, so a
 * burst can exceed the limit by the number of simultaneous starts.
 */
export type AdmitStart = (reader: Reader, version: Pick<PublishedVersion, 'template'>) => Promise<void>

export function createAdmitStart({
  clock,
  templates,
}: {
  readonly clock: Clock
  readonly templates: Pick<Templates, 'catalog'>
}): AdmitStart {
  return async (reader, { template }) => {
    const found = templates.catalog.byId(template)
    const limit = found?.file.settings.startLimit
    if (found === undefined || limit === undefined) return
    const oldest = await nthNewestStart(reader, template, limit.starts)
    if (oldest === undefined) return
    const freeAt = addDuration(new Date(oldest), parseDuration(limit.period)!).getTime()
    const waitMs = freeAt - clock.nowMs()
    if (waitMs <= 0) return
    const times = limit.starts === 1 ? 'once' : `${limit.starts} times`
    throw startLimitReached(
      `too many starts: the process ${templatePath(found)} can be started ${times} in ${limit.period}`,
      {
        retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
      },
    )
  }
}
