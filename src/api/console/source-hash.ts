import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** File of a built site that has the hash of its sources. */
const hashFile = 'sources.sha256'
/** Whether a file of the folder does not change the built site. */
const isOther = (path: string): boolean => /^(dist[^/]*|node_modules)\//.test(path) || /\.test\.tsx?$/.test(path)

/** The folder of the texts in all languages, beside the folder of the console. */
const textsFolder = '../texts'

/**
 * Returns a hash over the console's sources, the texts, and the lock file, which determines the versions of the
 * libraries.
 */
export function hashOfSources(folder: string): string {
  const hash = createHash('sha256')
  const paths = [...filesOf(folder), ...filesOf(join(folder, textsFolder))]
    .map((path) => relative(folder, path).replaceAll(sep, '/'))
    .filter((path) => !isOther(path))
    .sort()
  for (const path of [...paths, '../package-lock.json']) {
    hash.update(`${path}\0`)
    hash.update(contentOf(join(folder, path)) ?? '')
    hash.update('\0')
  }
  return hash.digest('hex')
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Returns the hash of the sources from which a site was built; undefined when it is not known. */
export function hashOfBuilt(built: string): string | undefined {
  return contentOf(join(built, hashFile))?.toString('utf8')
}

export function hashFileOf(built: string): string {
  return join(built, hashFile)
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}
