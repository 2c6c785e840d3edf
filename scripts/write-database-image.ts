import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clearEarlierLog, packFolder } from '../src/foundation/db/embedded/image-file.ts'
import { imageName, imagesFolder, packagedImageFolder } from '../src/foundation/db/image.ts'
import { readMigrations } from '../src/foundation/db/migrate.ts'
import { openStore } from '../src/foundation/db/open-store.ts'

// Writes the image of the migrated embedded database, from which a first start makes its database. Does nothing when
// the image is there. With --package, writes the image of the npm package.

const [mode, dataDir] = process.argv.slice(2)
if (mode === '--create') {
  const store = await openStore({ dataDir: dataDir!, databaseUrl: undefined, usesImage: false, log: console.error })
  await store.close()
  clearEarlierLog(join(dataDir!, 'db'))
} else await write(mode === '--package' ? packagedImageFolder : imagesFolder)

async function write(folder: string): Promise<void> {
  const name = imageName(await readMigrations())
  if (existsSync(join(folder, name))) return
  const work = mkdtempSync(join(tmpdir(), 'chancery-image-'))
  try {
    const [clock, own] = ['fixed-clock.ts', 'write-database-image.ts'].map((each) => new URL(each, import.meta.url))
    execFileSync(process.execPath, ['--import', clock!.href, fileURLToPath(own!), '--create', work], {
      stdio: 'inherit',
    })
    mkdirSync(folder, { recursive: true })
    // Another process may look for the image at any time.
    const fresh = join(folder, `new-${randomUUID()}`)
    writeFileSync(fresh, packFolder(join(work, 'db')), { flush: true })
    // The user who starts the server may be another one than the user who installs it.
    chmodSync(folder, 0o755)
    chmodSync(fresh, 0o644)
    renameSync(fresh, join(folder, name))
    for (const other of readdirSync(folder))
      if (/^database-\w+\.image$/.test(other) && other !== name) rmSync(join(folder, other), { force: true })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
