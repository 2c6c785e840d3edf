import type { IncomingHttpHeaders } from 'node:http'

const name = 'chancery_session'

/** What the session cookie holds. Two different ones are none: somebody may have planted the other. */
export function readSessionCookie({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return new Set(found).size === 1 && found[0] !== '' ? found[0] : undefined
}

/**
 * The header that sets it; without a secret it takes it away. No script reads the cookie, no other site sends it, and
 * it leaves with the browser. The path is everything, since pages may lie anywhere; where it counts, the gate decides.
 */
export function sessionCookie(secret: string | undefined, { isSecure }: { isSecure: boolean }): string {
  const end = secret === undefined ? '; Max-Age=0' : ''
  return `${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${end}`
}
