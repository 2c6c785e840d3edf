import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { tooSlow } from '../../http/errors.ts'
import type { IncomingBytes } from '../../http/operation.ts'
import { withErrorListener } from '../../kit/error-listener.ts'
import { notAFile, tooManyParts, uploadAborted } from '../errors.ts'
import { decodedWord, saidNames } from './said-name.ts'

const maxNameLength = 1000
/** RFC 2046; longer ones are sent only to make parsers slow. */
const maxBoundaryLength = 70
/** A connection that died in silence keeps its turn until then, and whoever sends the same part again waits for it. */
const silenceMs = 30_000

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
    name = nameOf(given)
    for (const said of saidNames(header('content-disposition') ?? '')) name ??= nameOf(said)
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

/** Ends with a 408 when nothing comes for long; who is not read from at the moment need not send. */
async function* withoutSilence(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isSilent = false
  const next = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      const timer = setTimeout(() => {
        isSilent = true
        reject(tooSlow('nothing of the file has come for 30 seconds'))
      }, silenceMs)
      iterator
        .next()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  try {
    for (let one = await next(); one.done !== true; one = await next()) yield one.value
  } finally {
    // In silence it ends when something comes after all, or the connection does.
    const ended = iterator.return?.()
    if (!isSilent) await ended
    ended?.catch(() => {})
  }
}

async function* abortable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw uploadAborted('the connection ended before the file did', {}, { cause: error })
  }
}

function openMultipart(request: Readable, contentType: string): Promise<IncomingFile> {
  const parser = createParser(request, contentType)
  const opened = Promise.withResolvers<IncomingFile>()
  const whole = Promise.withResolvers<void>()
  whole.promise.catch(() => {})
  let part: Readable | undefined

  const release = (): void => {
    request.unpipe(parser)
    request.resume()
  }
  const fail = (error: Error): void => {
    release()
    opened.reject(error)
    whole.reject(error)
    part?.destroy(error)
  }
  parser.on('file', (field, file, name) => {
    part = withErrorListener(file)
    if (!/^file$/i.test(field ?? '')) return fail(notAFile('the file belongs into the field "file"'))
    try {
      const given = nameOf(name && decodedWord(name))
      if (given === undefined) return fail(notAFile('the part "file" has no file name'))
      opened.resolve({ name: given, chunks: withoutSilence(chunksOf(file, whole.promise)), release })
    } catch (error) {
      fail(error as Error)
    }
  })
  parser.on('filesLimit', () => fail(notAFile('the body holds more than one file')))
  parser.on('partsLimit', () => fail(tooManyParts('the body holds too many parts; send the file alone')))
  parser.on('fieldsLimit', () => fail(tooManyParts('the body holds too many fields; send the file alone')))
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

async function* chunksOf(part: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  yield* part
  await whole
}

function createParser(request: Readable, contentType: string) {
  const boundary = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType)
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length
  if (length === 0 || length > maxBoundaryLength) {
    request.resume()
    throw notAFile(`multipart/form-data needs a boundary of 1 to ${maxBoundaryLength} characters`)
  }
  const limits = { files: 1, fields: 10, parts: 12, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 }
  // Names are cut out of paths by us, once they are decoded: base64 has slashes as well.
  return new Busboy({ headers: { 'content-type': contentType }, limits, preservePath: true })
}

/** Only ever shown, never part of a path; still no control characters, which have no business in a name. */
function nameOf(given: string | undefined): string | undefined {
  const name = given?.split(/[/\\]/).at(-1)?.trim()
  if (name === undefined || name === '' || name === '.' || name === '..') return undefined
  if (name.length > maxNameLength) throw notAFile(`a file name may have ${maxNameLength} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) throw notAFile('the file name holds control characters')
  return name
}
