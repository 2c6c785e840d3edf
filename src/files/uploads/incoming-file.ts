import { Readable } from 'node:stream'
import type { IncomingBytes } from '../../http/operation.ts'
import { withErrorListener } from '../../kit/error-listener.ts'
import { notAFile, uploadAborted } from '../errors.ts'
import { fileNamesOf, readParameters } from './content-disposition.ts'
import { readFileName } from './file-name.ts'
import { type IncomingFile, openMultipart } from './multipart-file.ts'
import { withoutSilence } from './without-silence.ts'

export type { IncomingFile } from './multipart-file.ts'

/** The one file of a body: a part of `multipart/form-data`, or the body itself when it is `application/octet-stream`. */
export async function openIncomingFile({ stream, contentType = '', header }: IncomingBytes): Promise<IncomingFile> {
  // A body without bytes is not even opened by the server.
  const request = stream as Readable | undefined
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (type !== 'multipart/form-data' && type !== 'application/octet-stream') {
    request?.resume()
    throw notAFile('send the file as multipart/form-data, in a field "file" with a file name')
  }
  if (request === undefined) throw notAFile('the body is empty')
  if (type === 'application/octet-stream') return openBytes(request, header)
  return openMultipart(request, contentType)
}

/** A body that is the file, whatever its type, and may be empty; `name` wins over the one in its headers. */
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
  // Destroying the request, as leaving a loop over it does, would cut the connection before the answer.
  const chunks = withErrorListener(request).iterator({ destroyOnReturn: false })
  return {
    name,
    // Of a multipart body it is the length of more than the file.
    size: Number(header('content-length') ?? Number.NaN) || undefined,
    chunks: withoutSilence(abortable(chunks)),
    release: () => void request.resume(),
  }
}

async function* abortable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw uploadAborted('the connection ended before the file did', {}, { cause: error })
  }
}
