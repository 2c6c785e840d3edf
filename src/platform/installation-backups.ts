import { type BlobStore, createBackupFiles } from '../files/index.ts'
import { type Backups, createBackups } from '../foundation/backup/index.ts'
import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { productVersion } from '../foundation/http/product-version.ts'
import type { Jobs } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import { activeAdministrators, type Tell } from '../people/index.ts'

/** Creates the backups of the installation, with the schedule from the settings. */
export async function createInstallationBackups({
  config,
  blobs,
  tell,
  ...deps
}: {
  readonly config: Config
  readonly blobs: BlobStore
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly tell: Tell
}): Promise<Backups> {
  const { folder, at, keep } = config.backups
  const backups = await createBackups({
    ...deps,
    files: createBackupFiles(blobs),
    folder,
    product: productVersion,
    tellFailure: async (tx, { id, name, problem }) =>
      tell(tx, [
        {
          key: `backup:${id}:failed`,
          event: 'backup.failed',
          to: await activeAdministrators(tx),
          about: { type: 'backup', id },
          details: { file: name, problem },
        },
      ]),
    schedule: at === undefined ? undefined : { at, keep, timeZone: config.timeZone },
  })
  for (const job of backups.periodic) await deps.jobs.every(job)
  return backups
}
