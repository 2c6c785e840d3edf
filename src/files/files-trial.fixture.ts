import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../foundation/db/database.ts'
import type { IncomingBytes } from '../foundation/http/operation.ts'
import { createMovableClock, type MovableClock } from '../foundation/kit/clock.ts'
import { newId } from '../foundation/kit/ids.ts'
import { type Caller, systemCaller } from '../people/index.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createDiskBlobs } from './blobs/disk-blobs.ts'
import { createFiles, type Files, type FilesOptions } from './index.ts'

export interface FilesTrial extends AsyncDisposable {
  readonly files: Files
  /** The store of the permanent files' bytes. */
  readonly blobs: BlobStore
  readonly database: Database
  readonly clock: MovableClock
  /** Returns the names in the folder of uploads. */
  onDisk(): string[]
  path(name: string): string
}

interface Rooms {
  readonly database: Database
  readonly blobs: BlobStore
}

/**
 * Creates the room `files` on a test database and a folder of its own. `change` can replace the database or the byte
 * store that the room uses.
 */
export async function tryFiles(
  change: (rooms: Rooms) => Partial<Rooms> = () => ({}),
  settings: Partial<FilesOptions> = {},
): Promise<FilesTrial> {
  const opened = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-files-'))
  const clock = createMovableClock()
  const rooms = { database: opened as Database, blobs: createDiskBlobs(join(folder, 'bytes')) }
  const { database, blobs } = { ...rooms, ...change(rooms) }
  const files = createFiles({ database, clock, log: () => {}, folder, blobs, ...settings })
  return {
    files,
    blobs: rooms.blobs,
    database,
    clock,
    onDisk: () => readdirSync(join(folder, 'tmp')),
    path: (name) => join(folder, 'tmp', name),
    async [Symbol.asyncDispose]() {
      await files.close()
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function aCaller(): Caller {
  return { ...systemCaller(newId()), tokenId: newId(), administrator: false }
}

/** Returns pseudo-random bytes without repetition, so that a test notices parts in a wrong place. */
export function someBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = seed; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns a multipart body with the bytes in a form field. */
export function formOf(bytes: Buffer, name = 'report.csv', field = 'file'): IncomingBytes {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const { body, headers } = new Response(form)
  return incoming(Readable.fromWeb(body as ReadableStream), headers.get('content-type')!)
}

/** Returns a request body with this content type. */
export function incoming(body: Readable | string | Buffer, contentType: string | undefined): IncomingBytes {
  const stream = body instanceof Readable ? body : Readable.from([Buffer.from(body)])
  return { stream, contentType, header: () => undefined }
}
