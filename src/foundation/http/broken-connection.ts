import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { withErrorListener } from '../kit/error-listener.ts'
import { newId } from '../kit/ids.ts'
import { failure, jsonType } from './envelope.ts'
import { headersTooLarge, malformed, tooSlow } from './errors.ts'

/** Milliseconds that a refused client has to read the answer and close the connection. */
const lingerMs = 2_000

/**
 * Answers requests that Node's parser refuses, with a JSON error as everywhere else, and closes the connection.
 * Discards what the client still sends, for at most two seconds.
 */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  // Node removes its own error listener from the socket of a CONNECT. Without another one, a reset would end the
  // process.
  withErrorListener(socket)
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = failure(explain(error.code), newId())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `content-type: ${jsonType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Node reads on only where a parser is attached. Without reading, a client that never closes would stay connected.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

function explain(code: string | undefined): Error {
  if (code === 'HPE_HEADER_OVERFLOW')
    return headersTooLarge('the headers and the address must not be larger than 64 KiB together')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow('the request did not arrive in time')
  return malformed('this is not a valid HTTP request')
}
