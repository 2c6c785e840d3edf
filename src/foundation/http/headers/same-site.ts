import type { IncomingHttpHeaders } from 'node:http'

/** The origin of a request according to headers that browsers set and pages cannot change. */
export type Origin = 'here' | 'elsewhere' | 'unknown'

/**
 * Returns the origin of a request. When the browser sends the header `Sec-Fetch-Site`, this header decides. Otherwise
 * the header `Origin` must be the address of this server: `baseUrl`, or the header Host, which a page of another site
 * cannot choose.
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
