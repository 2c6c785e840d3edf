import type { IncomingHttpHeaders } from 'node:http'

/** Returns whether a client accepts gzip, by the header Accept-Encoding. */
export function acceptsGzip({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): boolean {
  const entry = String(accepted)
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .find((one) => /^(gzip|\*)\s*(;|$)/.test(one))
  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
}
