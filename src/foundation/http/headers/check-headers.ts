import type { IncomingMessage } from 'node:http'
import { malformed } from '../errors.ts'

/** Headers that may occur only once. With two of them, Chancery and a proxy in front of it might use different ones. */
const single = new Set([
  'host',
  'authorization',
  'x-token',
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'range',
  'if-range',
  'origin',
  'x-amz-content-sha256',
])

/** Host name, IPv4 address or IPv6 address in brackets, with or without a port (RFC 9112, section 3.2). */
const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/**
 * Throws `http.malformed` for an HTTP/1.1 request without Host, for an invalid Host, for an HTTP/1.0 request with
 * Transfer-Encoding, and for a repeated header that may occur only once. Node's parser has already refused repeated
 * lengths, and a length together with Transfer-Encoding.
 */
export function checkHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw malformed('the header Host is missing')
  } else if (!validHost.test(headers.host)) throw malformed('the header Host is not a valid host name')
  if (headers['transfer-encoding'] !== undefined && httpVersion === '1.0')
    throw malformed('HTTP/1.0 does not allow Transfer-Encoding')
  // Node merges headers with the same name. Most requests have no repeated ones and need no further check.
  if (Object.keys(headers).length * 2 < rawHeaders.length) refuseRepeated(rawHeaders)
}

function refuseRepeated(rawHeaders: readonly string[]): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) throw malformed(`the header ${rawHeaders[index]} is given twice; send it once`)
    seen.add(name)
  }
}
