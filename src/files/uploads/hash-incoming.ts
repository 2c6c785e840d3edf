import { createHash } from 'node:crypto'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { openIncomingFile } from './incoming-file.ts'
import { limitOf } from './write-incoming.ts'

/** Reads a file from a request without storing it, and returns its SHA-256 in hex and its name. */
export async function hashIncoming(bytes: IncomingBytes): Promise<[sha256: string, name: string]> {
  const incoming = await openIncomingFile(bytes)
  const check = limitOf(undefined)
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const chunk of incoming.chunks) {
      hash.update(chunk)
      count += chunk.length
      check(count)
    }
    return [hash.digest('hex'), incoming.name ?? '']
  } finally {
    incoming.release()
  }
}
