import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../foundation/config/index.ts'
import { createLog } from '../foundation/kit/log.ts'
import { toStartFailure } from '../foundation/kit/start-failure.ts'
import type { Command } from './command.ts'
import { countOf, createProgressLine, sizeText } from './progress.ts'
import { stopSignal } from './stop-signal.ts'

export const restore: Command = {
  more: () =>
    'DATA_DIR, DATABASE_URL and S3_… name the target, as for the server. The data folder and the database must be empty. ' +
    'Ctrl+C stops the restore; run the command again to start over.',
  async run({ words: [path, ...others] }) {
    if (path === undefined || others.length > 0) throw new Error('give one file, such as chancery restore office.tar')
    const config = readConfig()
    const { dataDir, filesDir, databaseUrl } = config
    const stopped = new AbortController()
    void stopSignal().then(() => stopped.abort(new Error('stopped; run the command again to start over')))
    const line = createProgressLine()
    const log = createLog(config.logLevel)
    // Loaded here, so that --help is fast.
    const [{ restoreArchive }, { forgetUploads, openFileStore }, { createViews }] = await Promise.all([
      import('../foundation/backup/index.ts'),
      import('../files/index.ts'),
      import('../data/index.ts'),
    ])
    try {
      const { counts, manifest, migrations, skipped, skippedViews } = await restoreArchive({
        ...{ path, dataDir, filesDir, databaseUrl, log, signal: stopped.signal },
        openFiles: () => openFileStore(config, log),
        afterLoad: forgetUploads,
        createViews: (database) => createViews(database, log),
        onProgress: (phase, done, total) => line.show(`${phase} ${path}`, done, total),
        onRepeated: () => console.error('an earlier restore was interrupted; its remains were removed'),
      })
      line.end()
      const { rows, files, fileBytes, missingFiles } = counts
      console.log(
        `restored the state of ${manifest.createdAt}: ${countOf(rows, 'row')}, ${countOf(files, 'file')} (${sizeText(fileBytes)})`,
      )
      if (migrations.length > 0) console.log(`updated it to this version: ${countOf(migrations.length, 'migration')}`)
      for (const name of skipped) console.error(`the table ${name} is not part of Chancery and was left out`)
      for (const name of skippedViews)
        console.error(`the view bi.${name} belongs to no application, contract or report and was left out`)
      if (missingFiles > 0)
        console.error(`${countOf(missingFiles, 'file')} without content, because it was lost before the backup`)
      prepareToken(config)
      console.log('Start the server, or verify what was restored: npx chancery verify')
      return 0
    } catch (error) {
      line.end()
      throw toStartFailure(error, config)
    }
  },
}

/**
 * Writes a token for the administrator into the data folder, unless `ADMIN_TOKEN` is set or the folder has a token
 * already. The token becomes valid when the server starts.
 */
function prepareToken({ adminToken, dataDir }: Config): void {
  const file = join(dataDir, 'admin-token')
  if (adminToken !== undefined || existsSync(file)) return
  writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  console.log(`The next start makes the token in ${file} a token of the administrator.`)
}
