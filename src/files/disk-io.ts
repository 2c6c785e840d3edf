import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { withErrorListener } from '../foundation/kit/error-listener.ts'

/** The size of the buffers of a read stream, in bytes; for a slow reader, up to three buffers are in memory. */
const readBytes = 256 * 1024

/** A range of bytes: `from` is inclusive, `to` is exclusive. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Opens a range of a file and rejects with ENOENT when the file does not exist; an unopened stream could only fail
 * later.
 */
export async function readRange(path: string, { from, to }: ByteRange): Promise<Readable> {
  if (from >= to) {
    await stat(path)
    return Readable.from([])
  }
  // The file is opened by its path, because Node ends the process when a file handle is never closed.
  const stream = withErrorListener(createReadStream(path, { start: from, end: to - 1, highWaterMark: readBytes }))
  await once(stream, 'open')
  return stream
}

/**
 * Syncs a folder. Without a sync of its folder, the name of a new file is not durable. Windows can't open folders and
 * doesn't need this.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
