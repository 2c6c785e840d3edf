import { join } from 'node:path'
import { createImportRetention } from '../data/index.ts'
import { type BlobStore, createKeptBytes } from '../files/index.ts'
import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createRetention, type Retention } from '../foundation/retention/index.ts'
import type { Processes } from '../process/index.ts'

/** Creates the retention of ended instances, imports and batches, with the days from the settings. */
export async function createInstallationRetention({
  config,
  blobs,
  processes,
  ...deps
}: {
  readonly config: Config
  readonly blobs: BlobStore
  readonly processes: Processes
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
}): Promise<Retention> {
  const { database, clock } = deps
  const retention = await createRetention({
    ...deps,
    store: createKeptBytes({ database, clock, blobs, folder: join(config.filesDir, 'tmp') }),
    kinds: [...processes.retention, createImportRetention(config.retention.importDays)],
  })
  for (const job of retention.periodic) await deps.jobs.every(job)
  return retention
}
