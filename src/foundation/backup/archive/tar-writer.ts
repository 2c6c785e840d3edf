import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { blockBytes, tarHeader, tarPadding } from './tar.ts'

/** An archive that is being written to a file. */
export interface TarWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  /**
   * Adds a file of a known size from chunks. Returns undefined on success. Otherwise returns the error of the chunks;
   * the rest of the space of the file in the archive is filled with zeros, so that further files can be added. Throws
   * when the archive itself cannot be written.
   */
  addChunks(name: string, size: number, chunks: () => Promise<AsyncIterable<Buffer>>): Promise<unknown>
  /** Ends the archive. It is durable when the promise resolves. */
  finish(): Promise<{ readonly bytes: number; readonly sha256: Buffer }>
  /** Closes the file, even when the archive was not finished. */
  close(): Promise<void>
}

const zeros = Buffer.alloc(64 * 1024)

/** Creates the file, which must not exist yet and which only its owner may read. */
export async function createTarWriter(path: string, mtimeMs: number): Promise<TarWriter> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const state: State = { file, hash, bytes: 0 }
  return {
    async add(name, bytes) {
      await write(state, tarHeader(name, bytes.length, mtimeMs))
      await write(state, bytes)
      await fill(state, tarPadding(bytes.length))
    },
    async addChunks(name, size, chunks) {
      await write(state, tarHeader(name, size, mtimeMs))
      let missing = size
      let problem: unknown
      try {
        for await (const chunk of await chunks()) {
          if (chunk.length > missing) throw new Error('more bytes than expected')
          await write(state, chunk)
          missing -= chunk.length
        }
        if (missing > 0) throw new Error('fewer bytes than expected')
      } catch (error) {
        if (state.failure !== undefined) throw state.failure
        problem = error
      }
      await fill(state, missing + tarPadding(size))
      return problem
    },
    async finish() {
      await fill(state, 2 * blockBytes)
      await file.sync()
      return { bytes: state.bytes, sha256: hash.digest() }
    },
    close: () => file.close(),
  }
}

interface State {
  readonly file: FileHandle
  readonly hash: Hash
  bytes: number
  /** The error of writing the archive. The error of a source that cannot be read is not stored here. */
  failure?: unknown
}

async function write(state: State, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; ) at += (await state.file.write(bytes, at)).bytesWritten
  } catch (error) {
    state.failure = error
    throw error
  }
  state.hash.update(bytes)
  state.bytes += bytes.length
}

async function fill(state: State, count: number): Promise<void> {
  for (let left = count; left > 0; left -= zeros.length)
    await write(state, zeros.subarray(0, Math.min(left, zeros.length)))
}
