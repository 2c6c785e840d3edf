import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { withErrorListener } from '../../kit/error-listener.ts'
import type { ErrorKind } from '../../kit/errors.ts'
import { asUtf8, type FileNames, fileNamesOf, readParameters } from './content-disposition.ts'
import { withIdleTimeout } from './idle-timeout.ts'

export interface IncomingFile {
  /** The name sent by the client, without a path; undefined when a body of raw bytes has no name. */
  readonly name: string | undefined
  /** The size in bytes, when it is known in advance. */
  readonly size?: number | undefined
  /**
   * The content. It has to be read to its end: only then it is certain that the body was complete and held no second
   * file.
   */
  readonly chunks: AsyncIterable<Buffer>
  /** Discards the rest of the body, so that the response can be sent. */
  release(): void
}

/** The maximum number of parts: the file and some fields. More parts are only sent to slow down the parser. */
const maxParts = 12
/** The limit of RFC 2046. */
const maxBoundaryLength = 70
const maxHeaderPairs = 20
const maxHeaderBytes = 16 * 1024

export interface MultipartOptions {
  /** Returns the name of the file from the names that the client sent; undefined when none is usable. May throw. */
  readonly readName: (names: FileNames) => string | undefined
  readonly errors: {
    /** The body is not valid multipart/form-data, or has no file, or more than one. */
    readonly notAFile: ErrorKind
    readonly tooManyParts: ErrorKind
    /** The connection closed before the body was complete. */
    readonly uploadAborted: ErrorKind
  }
}

type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>

/**
 * Opens the one file of a `multipart/form-data` body: the part `file` that has a file name. Rejects with one of
 * `errors`.
 */
export function openMultipart(
  request: Readable,
  contentType: string,
  { readName, errors }: MultipartOptions,
): Promise<IncomingFile> {
  const { notAFile, tooManyParts, uploadAborted } = errors
  const parser = createParser(request, contentType, notAFile)
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
  function openPart(part: Readable, headers: PartHeaders): void {
    if (!isFile(headers)) part.resume()
    else if (file !== undefined) fail(notAFile('the body contains more than one file'))
    else {
      file = part
      try {
        opened.resolve({ name: nameOf(headers), chunks: withIdleTimeout(chunksOf(part, whole.promise)), release })
      } catch (error) {
        fail(error as Error)
      }
    }
  }
  function nameOf(headers: PartHeaders): string {
    const parameters = readParameters(dispositionOf(headers))
    if (!/^file$/i.test(asUtf8(parameters.get('name') ?? ''))) throw notAFile('send the file in the field "file"')
    const name = readName(fileNamesOf(parameters))
    if (name === undefined) throw notAFile('the part "file" has no file name')
    return name
  }
  parser.on('part', (part) => {
    withErrorListener(part)
    if (++parts > maxParts) fail(tooManyParts('the body contains too many parts; send only the file'))
    else part.on('header', (headers) => openPart(part as Readable, headers as PartHeaders))
  })
  parser.on('error', (error) => fail(notAFile('the body is not valid multipart/form-data', {}, { cause: error })))
  parser.on('finish', () => {
    opened.reject(notAFile('no part of the body has a file name'))
    whole.resolve()
  })
  const cut = (): void => {
    if (!request.readableEnded) fail(uploadAborted('the connection ended before the whole file had arrived'))
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

async function* chunksOf(part: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  yield* part
  await whole
}

function createParser(request: Readable, contentType: string, notAFile: ErrorKind): Dicer {
  const [, quoted, bare] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare ?? ''
  if (boundary.length === 0 || boundary.length > maxBoundaryLength) {
    request.resume()
    throw notAFile(`multipart/form-data needs a boundary of 1 to ${maxBoundaryLength} characters`)
  }
  // The library's types lack `maxHeaderSize`.
  const limits = { maxHeaderPairs, maxHeaderSize: maxHeaderBytes }
  return withErrorListener(new Dicer({ boundary, ...limits }))
}
