import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { addressNotAllowed } from './errors.ts'

/**
 * IPv4 networks that are not public: IANA's special-purpose registry, multicast and reserved networks, and the
 * address of a cloud provider's host services.
 */
const special4 = networks(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`)

/**
 * The range that contains all public IPv6 addresses. The forms with an embedded IPv4 address (mapped, compatible,
 * NAT64) are outside this range, so the embedded addresses need not be decoded.
 */
const global6 = networks('2000::/3')
/** Networks within `global6` that are not public: Teredo and other protocols, documentation, 6to4, AS112. */
const special6 = networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48')

/**
 * Returns whether an IP address is public, that is, leads to the same machine from everywhere on the internet.
 * Returns false for any other text.
 */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  if (family !== 6 || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** Reads addresses (`10.0.0.7`) and networks (`10.0.0.0/8`) separated by white space. */
export function networks(text: string): BlockList {
  const list = new BlockList()
  for (const one of text.split(/\s+/).filter((word) => word !== '')) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** Returns all IP addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Returns a function that returns the addresses to connect to for a host name or IP address. The function throws when
 * there is no address, or when one of them is not public. Both cases have the same message, so that callers cannot
 * find out which internal names exist. `allow` lists names, IP addresses and networks that need not be public.
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
