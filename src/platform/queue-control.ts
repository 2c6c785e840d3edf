import type { QueueControl } from '../api/operation.ts'
import { recordAudit } from '../foundation/audit/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { type Jobs, jobNotFound } from '../foundation/jobs/index.ts'
import { isUuid } from '../foundation/kit/ids.ts'

/** Creates the control of the queues for administrators. */
export function createQueueControl({ database, jobs }: { database: Database; jobs: Jobs }): QueueControl {
  return {
    overview: jobs.overview,
    async retryFailed(caller, id) {
      const queue = await database.transaction(async (tx) => {
        const found = isUuid(id) ? await jobs.retryFailed(tx, id) : undefined
        if (found === undefined) throw jobNotFound(`no failed job has the id ${id.slice(0, 100)}`)
        const entry = { object: `queue:${found}`, after: { job: id.toLowerCase(), state: 'retry' } }
        await recordAudit(tx, caller, entry)
        return found
      })
      jobs.nudge(queue)
    },
  }
}
