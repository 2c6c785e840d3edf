import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { PlatformError } from '../kit/errors.ts'
import { answerTooLarge, brokenAnswer } from './errors.ts'

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * What the answer holds, decoded. Bytes are counted as they come and as they are unpacked, since few may become many,
 * and many nothing. Throws from the loop, or at once where the headers say enough.
 */
export function bodyOf(answer: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const packed = limited(answer, maxBytes)
  if (encoding === 'identity' || encoding === '') return told(packed)
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]!() : undefined
  if (decoder === undefined) throw brokenAnswer('the answer is encoded in a way that is not read here')
  pipeline(Readable.from(packed, { objectMode: false }), decoder, () => {})
  return told(limited(decoder as unknown as AsyncIterable<Buffer>, maxBytes))
}

async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

async function* told(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause
    throw brokenAnswer('the answer broke off, or is not encoded as it says', {}, { cause })
  }
}

function tooLarge(maxBytes: number): PlatformError {
  const mebi = maxBytes / 1024 ** 2
  return answerTooLarge(
    `the other server sends more than ${mebi >= 1 ? `${Math.floor(mebi)} MiB` : `${maxBytes} bytes`}`,
  )
}
