import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressNotAllowed } from './errors.ts'
import { isPublic, networks } from './networks.ts'

/** Returns all IP addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Returns a function that returns the addresses to connect to for a host name or IP address. The function throws when
 * there is no address, or when one of them is not public. Both cases have the same message, so that callers cannot find
 * out which internal names exist. `allow` lists names, IP addresses and networks that need not be public.
 */
export function createAddresses(allow: readonly string[], resolve: Resolve) {
  const isNetwork = (one: string): boolean => isIP(one.split('/', 1)[0]!) > 0
  const names = new Set(allow.filter((one) => !isNetwork(one)).map((one) => one.toLowerCase().replace(/\.$/, '')))
  const allowed = networks(allow.filter(isNetwork).join(' '))
  const mayConnect = (address: string): boolean =>
    isPublic(address) || allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return async (host: string): Promise<readonly string[]> => {
    const addresses = isIP(host) > 0 ? [host] : await resolve(host).catch(() => [])
    const known = addresses.filter((address) => isIP(address) > 0)
    if (known.length === 0 || !(names.has(host) || known.every(mayConnect)))
      throw addressNotAllowed(`address not allowed: nothing public is known under "${host}"`)
    return known
  }
}
