import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { JobKind, TrackedJob } from '../../foundation/jobs/index.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type Caller, loadCaller, type Tell } from '../../people/index.ts'
import type { ApplicationAddress } from '../elements/source/opened-application.ts'
import { userBlocked } from '../errors.ts'

/** The settings that all jobs on elements have: the application, with its path when the job was started. */
export interface ElementJobSettings extends ApplicationAddress {
  readonly app: string
}

export const settingsOf = <Settings extends ElementJobSettings>({ settings }: TrackedJob): Settings =>
  settings as unknown as Settings

const applicationOf = (job: TrackedJob): string => {
  const { namespace, code } = settingsOf(job)
  return `${namespace}.${code}`
}

/** Returns what the kinds of jobs on elements have in common. `fileOf` returns the name of the file of a job. */
export function elementKind(
  tell: Tell,
  fileOf: (job: TrackedJob) => string | null,
): Pick<JobKind, 'queue' | 'seenBy' | 'keptMs' | 'ended' | 'cancelled' | 'application'> {
  return {
    queue: { name: 'element-jobs', concurrency: 2 },
    seenBy: 'its user',
    keptMs: 7 * 24 * 60 * 60 * 1000,
    application: applicationOf,
    async ended(tx, job) {
      const { id, kind, state, problem, processed, failed, createdBy } = job
      const details = {
        ...{ kind, application: applicationOf(job), processed, failed },
        ...{ file: fileOf(job), problem: problem?.message ?? null },
      }
      const event = state === 'done' ? 'job.done' : 'job.failed'
      await tell(tx, [{ key: `job:${id}:end`, event, to: [createdBy], about: { type: 'job', id }, details }])
    },
    cancelled: (tx, caller, { id }) => recordAudit(tx, caller, { object: `job:${id}`, after: { state: 'cancelled' } }),
  }
}

/**
 * Returns the user of a job as a caller of an operation, with the rights that the user has now. Throws when the user
 * is blocked or removed.
 */
export async function userOf(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { createdBy }: TrackedJob,
  operation: string,
): Promise<Caller> {
  const caller = await loadCaller(database.reader, createdBy, operation, new Date(clock.nowMs()))
  if (caller === undefined) throw userBlocked('the user who started the job is blocked or removed')
  return caller
}
