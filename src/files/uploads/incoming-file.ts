import { Readable } from 'node:stream'
import { fileNamesOf, readParameters } from '../../foundation/http/multipart/content-disposition.ts'
import { withIdleTimeout } from '../../foundation/http/multipart/idle-timeout.ts'
import { type IncomingFile, openMultipart } from '../../foundation/http/multipart/multipart-file.ts'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import { notAFile, tooManyParts, uploadAborted } from '../errors.ts'
import { readFileName } from './file-name.ts'

export type { IncomingFile } from '../../foundation/http/multipart/multipart-file.ts'

/**
 * Opens the one file of a request: a part of `multipart/form-data`, or the whole body of type
 * `application/octet-stream`.
 */
export async function openIncomingFile({ stream, contentType = '', header }: IncomingBytes): Promise<IncomingFile> {
  // The server passes no stream for an empty body.
  const request = stream as Readable | undefined
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (type !== 'multipart/form-data' && type !== 'application/octet-stream') {
    request?.resume()
    throw notAFile('send the file as multipart/form-data, in a field "file" with a file name')
  }
  if (request === undefined) throw notAFile('the body is empty')
  if (type === 'application/octet-stream') return openBytes(request, header)
  return openMultipart(request, contentType, {
    readName: readFileName,
    errors: { notAFile, tooManyParts, uploadAborted },
  })
}

/** Opens a body of any type, which may be empty, as a file. `name` takes precedence over the name in the headers. */
export function openRawFile({ stream, header }: IncomingBytes, name?: string): IncomingFile {
  return openBytes((stream as Readable | undefined) ?? Readable.from([]), header, name)
}

function openBytes(request: Readable, header: IncomingBytes['header'], given?: string): IncomingFile {
  let name: string | undefined
  try {
    if (given !== undefined) name = readFileName({ names: [given], isMalformed: false })
    name ??= readFileName(fileNamesOf(readParameters(header('content-disposition') ?? '')))
  } catch (error) {
    request.resume()
    throw error
  }
  // Leaving a loop over the request would destroy it and cut the connection before the response is sent.
  const chunks = withErrorListener(request).iterator({ destroyOnReturn: false })
  return {
    name,
    // The size of the file is only known for a raw body: the length of a multipart body includes more than the file.
    size: Number(header('content-length') ?? Number.NaN) || undefined,
    chunks: withIdleTimeout(abortable(chunks)),
    release: () => void request.resume(),
  }
}

async function* abortable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw uploadAborted('the connection ended before the whole file had arrived', {}, { cause: error })
  }
}
