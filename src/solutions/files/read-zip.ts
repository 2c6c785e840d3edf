import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { archiveInvalid } from '../errors.ts'
import { collectFiles, isIgnored, limits, maxFileBytes, type SolutionFiles, tooLarge } from './solution-files.ts'

/**
 * Reads a zipped solution. `solution.yaml` may be at the top or in the only folder of the archive. The zip library
 * refuses paths that leave the archive, and entries that unpack to more bytes than they state.
 */
export async function readZip(bytes: Uint8Array): Promise<SolutionFiles> {
  if (bytes.length > limits.archiveBytes) throw tooLarge('the archive', limits.archiveBytes)
  try {
    const zip = withErrorListener(await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    return await readEntries(zip)
  } catch (error) {
    if (error instanceof PlatformError) throw error
    throw archiveInvalid(`the zip cannot be read: ${plainReason(error)}`, {}, { cause: error })
  }
}

async function readEntries(zip: ZipFile): Promise<SolutionFiles> {
  const wanted: Entry[] = []
  if (zip.entryCount > limits.files * 10) throw archiveInvalid('the zip has too many entries')
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) wanted.push(entry)
  const top = topFolder(wanted.map((entry) => entry.fileName))
  const { add, files } = collectFiles()
  let statedBytes = 0
  for (const entry of wanted) {
    const path = entry.fileName.slice(top.length)
    if (isIgnored(path)) continue
    // Refuse by the stated size, before any byte of the entry is unpacked.
    if (entry.uncompressedSize > maxFileBytes(path)) throw tooLarge(`"${path}"`, maxFileBytes(path))
    statedBytes += entry.uncompressedSize
    if (statedBytes > limits.totalBytes) throw tooLarge('the solution', limits.totalBytes)
    if (entry.isEncrypted()) throw archiveInvalid(`"${path}" is encrypted`)
    add(path, await buffer(withErrorListener(await zip.openReadStreamPromise(entry))))
  }
  return files
}

/**
 * Returns the folder that contains everything, such as `office/`, when `solution.yaml` is in that folder; otherwise an
 * empty string.
 */
function topFolder(paths: readonly string[]): string {
  if (paths.includes('solution.yaml')) return ''
  const folders = paths.filter((path) => path.split('/').length === 2 && path.endsWith('/solution.yaml'))
  return folders.length === 1 ? folders[0]!.slice(0, -'solution.yaml'.length) : ''
}

/**
 * Returns the reason of a failure for the error message. The messages of the zip library and of zlib are plain
 * sentences about the archive.
 */
function plainReason(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown reason'
}
