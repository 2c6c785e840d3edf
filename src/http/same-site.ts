import type { IncomingHttpHeaders } from 'node:http'

/** Where a request comes from, by what browsers say and no page can change. */
export type Origin = 'here' | 'elsewhere' | 'unknown'

/**
 * `Sec-Fetch-Site` decides where a browser sends it; else `Origin` must be the address under which we are reached:
 * `baseUrl`, or the header Host, which a page of another site can't choose.
 */
export function originOf(headers: IncomingHttpHeaders, baseUrl: string | undefined): Origin {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? 'here' : 'elsewhere'
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  if (!URL.canParse(origin)) return 'elsewhere'
  const { origin: from, host } = new URL(origin)
  const isHere =
    (baseUrl !== undefined && URL.canParse(baseUrl) && new URL(baseUrl).origin === from) || host === headers.host
  return isHere ? 'here' : 'elsewhere'
}
