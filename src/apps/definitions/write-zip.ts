import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { SolutionFiles } from './solution-files.ts'

/**
 * The files as a zip: equal files give equal bytes, on every machine and at any time. So they are stored as they are,
 * since zlib packs differently on different processors, and their time, which a zip keeps as local time, is fixed.
 */
export async function writeZip(files: SolutionFiles): Promise<Uint8Array> {
  const zip = new yazl.ZipFile()
  const mtime = new Date(2000, 0, 1, 12)
  for (const [path, text] of files) {
    zip.addBuffer(Buffer.from(text), path, { mtime, forceDosTimestamp: true, compress: false, mode: 0o100644 })
  }
  zip.end()
  return buffer(zip.outputStream)
}
