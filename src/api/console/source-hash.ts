import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** File of a built site that has the hash of its sources. */
const hashFile = 'sources.sha256'
/** Files of the folder that do not change the built site. */
const isOther = (path: string): boolean => /^(dist[^/]*|node_modules)\//.test(path) || /\.test\.tsx?$/.test(path)

/** Returns the hash of the console's sources and of the lock file, which determines the versions of the libraries. */
export function hashOfSources(folder: string): string {
  const hash = createHash('sha256')
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => !isOther(path))
    .sort()
  for (const path of [...paths, '../package-lock.json']) {
    hash.update(`${path}\0`)
    hash.update(contentOf(join(folder, path)) ?? '')
    hash.update('\0')
  }
  return hash.digest('hex')
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
