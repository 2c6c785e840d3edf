import type { IncomingMessage } from 'node:http'
import { malformed } from './errors.ts'

/** Headers of which a request has one: which of two was meant, and which one would a proxy before us have taken? */
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

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port (RFC 9112, section 3.2). */
const validHost = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/**
 * Refuses with `http.malformed` a request of HTTP/1.1 without Host, a Host that is none, and a header that stands twice
 * but may stand only once. Node's parser refuses two lengths, and a length beside Transfer-Encoding, before.
 */
export function checkHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw malformed('the header Host is missing')
  } else if (!validHost.test(headers.host)) throw malformed('the header Host is not a valid host name')
  if (headers['transfer-encoding'] !== undefined && httpVersion === '1.0')
    throw malformed('HTTP/1.0 has no Transfer-Encoding')
  // Node brings headers of the same name together, so most requests need no second look.
  if (Object.keys(headers).length * 2 < rawHeaders.length) refuseRepeated(rawHeaders)
}

function refuseRepeated(rawHeaders: readonly string[]): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) throw malformed(`the header ${rawHeaders[index]} stands twice; send it once`)
    seen.add(name)
  }
}
