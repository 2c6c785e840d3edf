import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import type { IncomingBytes } from '../http/operation.ts'
import { createMovableClock, type MovableClock } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import type { Caller } from '../people/index.ts'
import { createFiles, type Files } from './index.ts'

export interface FilesTrial extends AsyncDisposable {
  readonly files: Files
  readonly database: Database
  readonly clock: MovableClock
  /** Names in the folder of uploads. */
  onDisk(): string[]
  path(name: string): string
}

/** The room on a database and a folder of its own. */
export async function tryFiles(): Promise<FilesTrial> {
  const database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'chancery-files-'))
  const clock = createMovableClock()
  const files = createFiles({ database, clock, log: () => {}, folder })
  return {
    files,
    database,
    clock,
    onDisk: () => readdirSync(join(folder, 'tmp')),
    path: (name) => join(folder, 'tmp', name),
    async [Symbol.asyncDispose]() {
      await files.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function aCaller(): Caller {
  return { userId: newId(), tokenId: newId(), administrator: false }
}

/** Bytes that do not repeat, so that parts in a wrong place are noticed. */
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

/** A multipart body with the bytes in the field `file`. */
export function formOf(bytes: Buffer, name = 'report.csv', field = 'file'): IncomingBytes {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), name)
  const { body, headers } = new Response(form)
  return incoming(Readable.fromWeb(body as ReadableStream), headers.get('content-type')!)
}

/** A body of any text, as `contentType`. */
export function incoming(body: Readable | string | Buffer, contentType: string | undefined): IncomingBytes {
  const stream = body instanceof Readable ? body : Readable.from([Buffer.from(body)])
  return { stream, contentType, header: () => undefined }
}
