import { addressNotAllowed } from './errors.ts'

const maxLinkLength = 8192

/** The host and path of a request; the host name is not resolved yet. */
export interface Target {
  readonly url: URL
  /** Host name in lower case without a trailing dot, or IP address without brackets. */
  readonly host: string
  readonly port: number
  readonly secure: boolean
}

/** Parses an address. The address of a redirect is resolved against `from`. Throws `outbound.not_allowed`. */
export function readTarget(link: string, ports: readonly number[], from?: URL): Target {
  if (link.length > maxLinkLength) throw addressNotAllowed(`address not allowed: it is longer than ${maxLinkLength}`)
  const url = URL.parse(link, from?.href)
  if (url === null) throw addressNotAllowed('address not allowed: it is not a complete URL')
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:')
    throw addressNotAllowed('address not allowed: it must begin with https:// or http://')
  if (url.username !== '' || url.password !== '')
    throw addressNotAllowed('address not allowed: it contains a user name or a password')
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  if (!ports.includes(port)) throw addressNotAllowed(`address not allowed: the port must be ${ports.join(', ')}`)
  return { url, host: url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''), port, secure }
}
