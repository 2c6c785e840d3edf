import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// The bundle of the program: all modules in a few files, which Node loads several times faster than 2,600 separate
// files. In a checkout, `npm ci` and `npm run bundle` write it as an optimization: without it the program runs from its
// sources. The npm package contains a bundle instead of the sources, because Node runs no TypeScript in `node_modules`.

export const root = fileURLToPath(new URL('..', import.meta.url))
/** The bundle of the npm package; `npm pack` writes it. */
export const packagedFolder = join(root, 'lib')
/** Holds the file `contents.json` and, for each version of the sources, a folder with a bundle. */
export const bundlesFolder = join(root, '.cache', 'bundle')
export const contentsFile = join(bundlesFolder, 'contents.json')
/** Names the version of each package in the bundle. */
export const packagesFile = join(root, 'package-lock.json')

/**
 * Returns the URL of the bundled program. In a checkout, returns undefined when there is no bundle of the present
 * sources, or when it belongs to another user than the sources. Never throws.
 */
export function findBundle() {
  const packaged = join(packagedFolder, 'main.mjs')
  if (!existsSync(join(root, 'src', 'main.ts'))) return pathToFileURL(packaged).href
  // `node --watch` follows the sources that are loaded.
  if (process.env.WATCH_REPORT_DEPENDENCIES) return undefined
  try {
    const { main, files } = JSON.parse(readFileSync(contentsFile, 'utf8'))
    const program = join(bundlesFolder, main)
    const isFresh = files.every(([path, stamp]) => stampOf(join(root, path)) === stamp)
    return isFresh && isTrusted(bundlesFolder) && existsSync(program) ? pathToFileURL(program).href : undefined
  } catch {
    return undefined
  }
}

/** Returns the size and time of change of a file. The time is in seconds, as in archives. */
export function stampOf(path) {
  const { size, mtimeMs } = statSync(path)
  return `${size} ${Math.floor(mtimeMs / 1000)}`
}

/** Returns whether a folder belongs to this user or to the owner of the program, and no other user may write to it. */
function isTrusted(folder) {
  if (process.getuid === undefined) return true
  const { uid, mode } = statSync(folder)
  return (uid === process.getuid() || uid === statSync(root).uid) && (mode & 0o022) === 0
}
