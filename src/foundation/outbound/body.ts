import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { withErrorListener } from '../kit/error-listener.ts'
import { PlatformError } from '../kit/errors.ts'
import { answerTooLarge, brokenAnswer } from './errors.ts'

type Decoder = Transform & { readonly bytesWritten: number }

const decoders: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Returns the decoded body of an answer. The limit applies to the bytes received and to the bytes decoded, since few
 * encoded bytes may decode to many, and many to none. Reading starts with the loop over the result. Throws
 * `outbound.too_large` and `outbound.broken_answer` from the loop, or at once when the headers already show the error.
 */
export function bodyOf(answer: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const packed = limited(answer, maxBytes)
  if (encoding === 'identity' || encoding === '') return withOutboundErrors(packed)
  const createDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]! : undefined
  if (createDecoder === undefined) throw brokenAnswer('the response has a Content-Encoding that is not supported')
  return withOutboundErrors(limited(decoded(packed, createDecoder), maxBytes))
}

/**
 * Decodes a body. Throws errors of the decoder and of the source, and when bytes follow the end of the encoded data.
 */
async function* decoded(packed: AsyncIterable<Buffer>, createDecoder: () => Decoder): AsyncGenerator<Buffer> {
  const decoder = withErrorListener(createDecoder())
  let packedBytes = 0
  const writing = pipeline(
    counted(packed, (bytes) => (packedBytes += bytes)),
    decoder,
  )
  // The reader of the decoder receives the error first. When the reader has stopped reading, the error no longer
  // matters.
  writing.catch(() => {})
  yield* decoder as Readable as AsyncIterable<Buffer>
  await writing
  if (decoder.bytesWritten !== packedBytes)
    throw new Error('the response has bytes after the end of its encoded content')
}

async function* counted(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** Passes chunks through and turns errors of the connection and the decoder into `outbound.broken_answer`. */
async function* withOutboundErrors(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause
    throw brokenAnswer('the response ended early, or is not encoded as its headers say', {}, { cause })
  }
}

function tooLarge(maxBytes: number): PlatformError {
  const mebi = maxBytes / 1024 ** 2
  return answerTooLarge(
    `the other server sends more than ${mebi >= 1 ? `${Math.floor(mebi)} MiB` : `${maxBytes} bytes`}`,
  )
}
