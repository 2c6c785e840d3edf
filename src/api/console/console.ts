import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../foundation/http/site.ts'
import type { Log } from '../../foundation/kit/log.ts'
import { buildConsole, findVite } from './build-console.ts'
import { notice, reloadPath, reloadScript } from './notice.ts'
import { readSiteFiles, type SiteFiles } from './site-files.ts'
import { hashOfBuilt, hashOfSources } from './source-hash.ts'

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
} as const

/** The pages of the console. */
export interface Console extends Site {
  /**
   * Reads the built pages, and builds them first when their sources have changed. Resolves when the server can answer
   * the pages, or when the build has failed.
   */
  start(): Promise<void>
  /** Stops a running build. */
  close(): Promise<void>
}

/**
 * Creates the console from its folder. If the console has not been built and cannot be built, logs an error and
 * returns undefined; the server then answers the API alone.
 */
export function createConsole(folder: string, log: Log): Console | undefined {
  const built = join(folder, 'dist')
  const vite = existsSync(join(folder, 'vite.config.ts')) ? findVite(folder) : undefined
  const isBuilt = existsSync(join(built, 'index.html'))
  if (vite === undefined && !isBuilt) {
    log('error', `the console is missing: ${whyMissing(built)}; CONSOLE=off starts the server without it`)
    return undefined
  }
  const closing = new AbortController()
  let started: Promise<void> | undefined
  let files: SiteFiles | undefined
  let state: 'building' | 'failed' = 'building'

  async function prepare(): Promise<void> {
    try {
      // Without Vite, the pages in `dist` are used as they are, as in a release.
      const isStale = vite !== undefined && !(isBuilt && hashOfBuilt(built) === hashOfSources(folder))
      files = isStale ? await buildConsole(folder, vite, closing.signal) : await readSiteFiles(built)
    } catch (error) {
      state = 'failed'
      if (!closing.signal.aborted) log('error', 'the console could not be built', { error })
    }
  }

  return {
    path: '/console/',
    async answer(path, headers) {
      // The script is answered even after the build, because a notice that was loaded earlier may still request the
      // script.
      const answer =
        path === reloadPath ? reloadScript : files === undefined ? notice(state) : files.answer(path, headers)
      return answer && { ...answer, headers: { ...answer.headers, ...securityHeaders } }
    },
    start: () => (started ??= prepare()),
    async close() {
      closing.abort()
      await started
    },
  }
}

/** Returns why there is no page in the folder of the built console, and what to do. */
function whyMissing(built: string): string {
  try {
    readdirSync(built)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      return `the user of the server may not read ${built}; give it the right to read this folder`
  }
  return `${built} has no pages; run "npm ci && npm run console" in the folder of the program`
}
