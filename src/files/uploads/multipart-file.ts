import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { withErrorListener } from '../../kit/error-listener.ts'
import { notAFile, tooManyParts, uploadAborted } from '../errors.ts'
import { asUtf8, fileNamesOf, readParameters } from './content-disposition.ts'
import { readFileName } from './file-name.ts'
import { withoutSilence } from './without-silence.ts'

export interface IncomingFile {
  /** As the client calls it, without a path; undefined for a body that is nothing but bytes. */
  readonly name: string | undefined
  /** Bytes, when it is known before they are read. */
  readonly size?: number | undefined
  /** To be read to its end: only then it is certain that the body was whole and held no second file. */
  readonly chunks: AsyncIterable<Buffer>
  /** Lets the rest of the body flow away, so that an answer can be sent. */
  release(): void
}

/** The file and some fields; more are sent only to make parsers slow. */
const maxParts = 12
/** RFC 2046. */
const maxBoundaryLength = 70
const maxHeaderPairs = 20
const maxHeaderBytes = 16 * 1024

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** Opens the one file of a body of `multipart/form-data`: the part `file` that has a file name. */
export function openMultipart(request: Readable, contentType: string): Promise<IncomingFile> {
  const parser = createParser(request, contentType)
  const opened = Promise.withResolvers<IncomingFile>()
  const whole = Promise.withResolvers<void>()
  whole.promise.catch(() => {})
  let parts = 0
  let file: Readable | undefined

  const release = (): void => {
    request.unpipe(parser)
    request.resume()
  }
  const fail = (error: Error): void => {
    release()
    opened.reject(error)
    whole.reject(error)
    file?.destroy(error)
  }
  function take(part: Readable, headers: PartHeaders): void {
    if (!isFile(headers)) part.resume()
    else if (file !== undefined) fail(notAFile('the body holds more than one file'))
    else {
      file = part
      try {
        opened.resolve({ name: nameOfFile(headers), chunks: withoutSilence(chunksOf(part, whole.promise)), release })
      } catch (error) {
        fail(error as Error)
      }
    }
  }
  parser.on('part', (part) => {
    withErrorListener(part)
    if (++parts > maxParts) fail(tooManyParts('the body holds too many parts; send the file alone'))
    else part.on('header', (headers) => take(part as Readable, headers as PartHeaders))
  })
  parser.on('error', (error) => fail(notAFile('the body is not valid multipart/form-data', {}, { cause: error })))
  parser.on('finish', () => {
    opened.reject(notAFile('no part of the body has a file name'))
    whole.resolve()
  })
  const cut = (): void => {
    if (!request.readableEnded) fail(uploadAborted('the connection ended before the file did'))
  }
  request.on('error', cut).on('close', cut)
  request.pipe(parser)
  return opened.promise
}

const dispositionOf = (headers: PartHeaders): string => headers['content-disposition']?.[0] ?? ''

function isFile(headers: PartHeaders): boolean {
  const disposition = dispositionOf(headers)
  if (!/^form-data\s*(;|$)/i.test(disposition)) return false
  const parameters = readParameters(disposition)
  const isBytes = headers['content-type']?.[0]?.toLowerCase().startsWith('application/octet-stream') === true
  return isBytes || parameters.has('filename') || parameters.has('filename*')
}

function nameOfFile(headers: PartHeaders): string {
  const parameters = readParameters(dispositionOf(headers))
  if (!/^file$/i.test(asUtf8(parameters.get('name') ?? ''))) throw notAFile('the file belongs into the field "file"')
  const name = readFileName(fileNamesOf(parameters))
  if (name === undefined) throw notAFile('the part "file" has no file name')
  return name
}

async function* chunksOf(part: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  yield* part
  await whole
}

function createParser(request: Readable, contentType: string): Dicer {
  const [, quoted, bare] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare ?? ''
  if (boundary.length === 0 || boundary.length > maxBoundaryLength) {
    request.resume()
    throw notAFile(`multipart/form-data needs a boundary of 1 to ${maxBoundaryLength} characters`)
  }
  // Its types do not know this limit.
  const limits = { maxHeaderPairs, maxHeaderSize: maxHeaderBytes }
  return withErrorListener(new Dicer({ boundary, ...limits }))
}
