import { isIP } from 'node:net'

/** Returns whether a text is an IP address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return /^\d{1,3}$/.test(bits) && Number(bits) <= maxBits && more.length === 0
}

/**
 * Returns whether a text is a host name. A last part of digits only would be an IP address in one of its unusual
 * notations.
 */
export function isHostName(text: string): boolean {
  return /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i.test(text) && !/(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(text)
}
