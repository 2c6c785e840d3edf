import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { SolutionFiles } from './solution-files.ts'

/**
 * Returns the files as a zip. Equal files give equal bytes on every machine and at any time. The files are therefore
 * stored without compression, because zlib gives different bytes on different processors, and with a fixed local time,
 * because a zip stores local times.
 */
export async function writeZip(files: SolutionFiles): Promise<Uint8Array> {
  const zip = new yazl.ZipFile()
  const mtime = new Date(2000, 0, 1, 12)
  for (const [path, content] of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
    zip.addBuffer(bytes, path, { mtime, forceDosTimestamp: true, compress: false, mode: 0o100644 })
  }
  zip.end()
  return buffer(zip.outputStream)
}
