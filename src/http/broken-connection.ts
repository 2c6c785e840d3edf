import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../kit/ids.ts'
import { failure, jsonType } from './envelope.ts'
import { headersTooLarge, malformed, tooSlow } from './errors.ts'

/** What Node's parser refuses never becomes a request; it is answered here, so that it is JSON all the same. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
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
}

function explain(code: string | undefined): Error {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge('the headers and the address may have 64 KiB together')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow('the request did not arrive in time')
  return malformed('this is not a valid HTTP request')
}
