import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/**
 * Returns a solution folder as a zip for the API, without the folder `data` and hidden files. Throws an Error when
 * there is no such folder.
 */
export async function zipFolder(folder: string): Promise<Uint8Array> {
  const about = await stat(folder).catch(() => undefined)
  if (!about?.isDirectory()) throw new Error(`${folder} is not a folder`)
  const zip = new yazl.ZipFile()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    const isHidden = name.split('/').some((part) => part.startsWith('.'))
    if (!isHidden && !name.startsWith('data/')) zip.addFile(path, name)
  }
  zip.end()
  return buffer(zip.outputStream)
}
