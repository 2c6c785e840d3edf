import type { IncomingHttpHeaders } from 'node:http'

const name = 'chancery_session'

/**
 * Returns the secret of the session cookie. Returns undefined when there are two different ones, since an attacker may
 * have set one.
 */
export function readSessionCookie({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return new Set(found).size === 1 && found[0] !== '' ? found[0] : undefined
}

/**
 * Returns the Set-Cookie header for a session; without a secret, the header deletes the cookie. Scripts cannot read the
 * cookie, other sites cannot send it, and it ends with the browser session. Its path is `/`, since pages may lie
 * anywhere; the server's `authenticate` function decides for which paths a cookie is accepted.
 */
export function sessionCookie(secret: string | undefined, { isSecure }: { isSecure: boolean }): string {
  const end = secret === undefined ? '; Max-Age=0' : ''
  return `${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}${end}`
}
