import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveInvalid } from '../errors.ts'
import { collectFiles, isIgnored, maxFileBytes, type SolutionFiles, tooLarge } from './solution-files.ts'

/**
 * Reads the solution in a folder on disk. Throws `definition.archive_invalid` for links and devices, so that nothing
 * outside the folder is read, for files that are too many or too large, and for text that is not UTF-8.
 */
export async function readFolder(folder: string): Promise<SolutionFiles> {
  const { add, files } = collectFiles()
  // A folder without this file is no solution, and may hold anything.
  if (!existsSync(join(folder, 'solution.yaml'))) return files
  const read = async (inside: string): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true })
    // The order of directory entries differs between file systems; sorting gives the same order of problems everywhere.
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (isIgnored(entry.isDirectory() ? `${path}/` : path)) continue
      if (entry.isDirectory()) await read(path)
      else if (entry.isFile()) add(path, await readLimited(join(folder, path), path))
      else throw archiveInvalid(`"${path}" is a link or a device; a solution contains plain files only`)
    }
  }
  await read('')
  return files
}

async function readLimited(fileOnDisk: string, path: string): Promise<Uint8Array> {
  await using file = await open(fileOnDisk)
  if ((await file.stat()).size > maxFileBytes(path)) throw tooLarge(`"${path}"`, maxFileBytes(path))
  return await file.readFile()
}
