import { createReadStream } from 'node:fs'
import { withErrorListener } from '../../kit/error-listener.ts'
import { BrokenArchive, blockBytes, readTarHeader, tarPadding } from './tar.ts'

/** A file in an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly size: number
  /** The bytes; they can be read once, before the next file. */
  chunks(): AsyncGenerator<Buffer>
}

/**
 * Reads the files of an archive one after another. `onBytes` is called with the number of bytes read so far. Throws a
 * BrokenArchive when the archive ends before its last block, or is not a tar archive.
 */
export async function* readTar(path: string, onBytes: (bytes: number) => void): AsyncGenerator<ArchivedFile> {
  const source = createSource(path, onBytes)
  try {
    for (;;) {
      const entry = readTarHeader(await source.exactly(blockBytes))
      if (entry === 'end') return
      let left = entry.size
      const chunks = async function* (): AsyncGenerator<Buffer> {
        while (left > 0) {
          const chunk = await source.atMost(left)
          left -= chunk.length
          yield chunk
        }
      }
      yield { ...entry, chunks }
      // Skips the bytes of the file that the consumer has not read.
      while (left > 0) left -= (await source.atMost(left)).length
      const padding = await source.exactly(tarPadding(entry.size))
      if (padding.some((byte) => byte !== 0)) throw new BrokenArchive(`the bytes after ${entry.name} were changed`)
    }
  } finally {
    await source.close()
  }
}

interface Source {
  exactly(count: number): Promise<Buffer>
  /** Returns the next bytes, at least one and at most `count`. */
  atMost(count: number): Promise<Buffer>
  close(): Promise<void>
}

function createSource(path: string, onBytes: (bytes: number) => void): Source {
  const stream = withErrorListener(createReadStream(path, { highWaterMark: 256 * 1024 }))
  const chunks = stream[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  let bytes = 0

  async function atMost(count: number): Promise<Buffer> {
    if (held.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new BrokenArchive('it ends too early')
      held = next.value as Buffer
      bytes += held.length
      onBytes(bytes)
    }
    const part = held.subarray(0, count)
    held = held.subarray(part.length)
    return part
  }
  return {
    atMost,
    async exactly(count) {
      const parts: Buffer[] = []
      for (let left = count; left > 0; ) {
        const part = await atMost(left)
        parts.push(part)
        left -= part.length
      }
      return Buffer.concat(parts)
    },
    async close() {
      stream.destroy()
      await chunks.return?.()
    },
  }
}
