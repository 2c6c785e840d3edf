/**
 * Returns the SHA-256 that the client sends for its bytes: `x-amz-content-sha256` in hex, or `Repr-Digest` or
 * `Content-Digest` (RFC 9530) in base64. Undefined when there is no valid one.
 */
export function declaredSha256(header: (name: string) => string | undefined): Buffer | undefined {
  const hex = /^\s*([0-9a-f]{64})\s*$/i.exec(header('x-amz-content-sha256') ?? '')?.[1]
  if (hex !== undefined) return Buffer.from(hex, 'hex')
  for (const name of ['repr-digest', 'content-digest']) {
    const base64 = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header(name) ?? '')?.[1]
    if (base64 !== undefined) return Buffer.from(base64, 'base64')
  }
  return undefined
}
