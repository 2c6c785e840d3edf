import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { newId } from '../../foundation/kit/ids.ts'
import { readSiteFiles, type SiteFiles } from './site-files.ts'
import { hashFileOf, hashOfBuilt, hashOfSources } from './source-hash.ts'

const run = promisify(execFile)
const maxOutputBytes = 10 * 1024 * 1024

/** Returns the path of Vite, which builds the console; undefined where only the packages for running are installed. */
export function findVite(folder: string): string | undefined {
  try {
    const description = createRequire(join(folder, 'vite.config.ts')).resolve('vite/package.json')
    return join(dirname(description), JSON.parse(readFileSync(description, 'utf8')).bin.vite)
  } catch {
    return undefined
  }
}

/**
 * Builds the console into its folder `dist` in a child process and returns its files. Several processes may build at
 * the same time: each builds into a temporary folder, reads its files there, and renames the folder to `dist` unless
 * another process has done so. Throws an error with the output of the build when the build fails.
 */
export async function buildConsole(folder: string, vite: string, signal?: AbortSignal): Promise<SiteFiles> {
  const built = join(folder, 'dist')
  const hash = hashOfSources(folder)
  // Not a folder of `mkdtemp`, which only its owner could read: the server may run as another user.
  const fresh = join(folder, `dist-${newId()}`)
  await mkdir(fresh)
  try {
    const words = [vite, 'build', folder, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
    await run(process.execPath, words, { cwd: dirname(folder), maxBuffer: maxOutputBytes, ...(signal && { signal }) })
    await writeFile(hashFileOf(fresh), hash)
    const files = await readSiteFiles(fresh)
    // Replacing a folder that is up to date would disturb the servers that are reading it.
    if (hashOfBuilt(built) !== hash) await replace(built, fresh, hash)
    return files
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Renames `fresh` to `built`. Another process may be doing the same; then one of the two equal folders remains. */
async function replace(built: string, fresh: string, hash: string): Promise<void> {
  await rm(built, { recursive: true, force: true })
  await rename(fresh, built).catch((error) => {
    if (hashOfBuilt(built) !== hash) throw error
  })
}
