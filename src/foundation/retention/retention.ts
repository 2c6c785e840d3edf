import type { Readable } from 'node:stream'
import { type Actor, recordAudit, systemActor } from '../audit/index.ts'
import type { Jobs, PeriodicJob, TrackedJob } from '../jobs/index.ts'
import { isUuid } from '../kit/ids.ts'
import { exportNotFound } from './errors.ts'
import { exportById, exportsBefore, type RetentionExport } from './retention.store.ts'
import { createRetentionJob, type RunDeps } from './retention-job.ts'
import type { RetentionKindName, RetentionRule } from './retention-kind.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * A rule, and the number of units that are due by it. The next run removes these units, except those under a legal
 * hold.
 */
interface RuleWithDue extends RetentionRule {
  readonly kind: RetentionKindName
  readonly due: number
}

/** Removal of ended work at the end of its retention. For administrators; callers check the right. */
export interface Retention {
  /** Returns the rules in force, each with the number of units that are due, including those under a legal hold. */
  rules(): Promise<RuleWithDue[]>
  /** Starts a run, or returns the one that waits or runs. */
  start(actor: Actor): Promise<TrackedJob>
  /** Returns the newest exports, or those that are older than the export `before`. */
  exports(page: { readonly before?: string | undefined; readonly size: number }): Promise<readonly RetentionExport[]>
  /** Opens the file of an export and records that it was read. */
  open(actor: Actor, id: string): Promise<{ readonly name: string; readonly bytes: number; readonly stream: Readable }>
  readonly periodic: readonly PeriodicJob[]
}

export interface RetentionDeps extends RunDeps {
  readonly jobs: Jobs
}

export async function createRetention(deps: RetentionDeps): Promise<Retention> {
  const { database, clock, jobs, kinds, store } = deps
  const { tracked } = jobs
  const kind = createRetentionJob(deps)
  const { name } = kind
  await tracked.add(kind)

  async function rules(): Promise<RuleWithDue[]> {
    const now = new Date(clock.nowMs())
    const found: RuleWithDue[] = []
    for (const kind of kinds)
      for (const rule of await kind.rules()) {
        const { process, days, from } = rule
        found.push({ kind: kind.kind, process, days, from, due: await kind.count(database.reader, rule, now) })
      }
    return found
  }

  async function start(actor: Actor): Promise<TrackedJob> {
    const run = await database.transaction(async (tx) => {
      const started = await tracked.start(tx, actor.userId, { kind: name, settings: {}, onlyOne: name })
      if (started === undefined) return tracked.open(tx, name)
      await recordAudit(tx, actor, { object: `job:${started.id}`, after: { kind: name } })
      return started
    })
    tracked.nudge(name)
    // The run that was open may have ended meanwhile.
    return run ?? start(actor)
  }

  return {
    rules,
    start,
    exports: ({ before, size }) => exportsBefore(database.reader, before, size),
    async open(actor, id) {
      const found = isUuid(id) ? await exportById(database.reader, id) : undefined
      if (found === undefined) throw exportNotFound(`retention export ${id.slice(0, 100)} not found`)
      const { kind, process, sha256, bytes } = found
      const stream = await store.read(sha256, bytes)
      await database.transaction((tx) =>
        recordAudit(tx, actor, { object: `retention:${id}`, after: { downloaded: true } }),
      )
      return { name: `${kind}-${process === null ? '' : `${process}-`}${id}.jsonl.gz`, bytes, stream }
    },
    periodic: [
      {
        name: 'remove what is no longer kept',
        everyMs: dayMs,
        firstAfterMs: dayMs / 24,
        on: 'one node',
        async run() {
          if ((await rules()).some(({ due }) => due > 0)) await start(systemActor)
        },
      },
    ],
  }
}
