import type { IncomingBytes } from '../../../foundation/http/operation.ts'
import { readLimitedBody } from '../../read-limited-body.ts'

const limit = { maxBytes: 16 * 1024 * 1024, sentence: 'the zip of a solution must not be larger than 16 MiB' }

/**
 * Reads the body of a request that is the zip of a solution, which `readZip` unpacks. Definitions are small, so a
 * body of more than 16 MiB is refused.
 */
export const readZipBody = (bytes: IncomingBytes): Promise<Uint8Array> => readLimitedBody(bytes, limit)
