import { createHash, createHmac } from 'node:crypto'

export interface S3Keys {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface Unsigned {
  readonly method: string
  readonly url: URL
  /** Headers with names in lower case; all of them are signed. */
  readonly headers?: Readonly<Record<string, string>>
  /** The SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * Returns the headers of the request, `authorization` included, by Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signHeaders(keys: S3Keys, request: Unsigned, now: Date): Record<string, string> {
  const { url, payload } = request
  const time = compactTime(now)
  const headers = { ...request.headers, host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': time }
  const credential = `${keys.accessKeyId}/${scopeOf(keys, time)}`
  const signature = sign(keys, { ...request, headers }, time)
  const authorization = `${algorithm} Credential=${credential},SignedHeaders=${namesOf(headers)},Signature=${signature}`
  return { ...headers, authorization }
}

/**
 * Returns a presigned URL for the request, valid for `expiresS` seconds from `now`. The URL works for anyone who has it
 * and sends the headers of the request.
 */
export function presignUrl(keys: S3Keys, request: Unsigned, expiresS: number, now: Date): URL {
  const time = compactTime(now)
  const headers = { ...request.headers, host: request.url.host }
  const url = withQuery(request.url, {
    ...Object.fromEntries(request.url.searchParams),
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${keys.accessKeyId}/${scopeOf(keys, time)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresS),
    'X-Amz-SignedHeaders': namesOf(headers),
  })
  const signature = sign(keys, { ...request, url, headers }, time)
  return new URL(`${url}&X-Amz-Signature=${signature}`)
}

/** Returns the URL with this query, in the encoding that is signed: a space is written as `%20` and never as `+`. */
export function withQuery(url: URL, query: Readonly<Record<string, string>>): URL {
  const changed = new URL(url)
  changed.search = Object.keys(query)
    .sort()
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&')
  return changed
}

function sign(keys: S3Keys, request: Unsigned, time: string): string {
  const { method, url, headers = {}, payload } = request
  const lines = Object.keys(headers)
    .sort()
    .map((name) => `${name}:${headers[name]!.trim()}\n`)
    .join('')
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const query = withQuery(url, Object.fromEntries(url.searchParams)).search.slice(1)
  const canonical = [method, path.join('/'), query, lines, namesOf(headers), payload].join('\n')
  const scope = scopeOf(keys, time)
  const text = [algorithm, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${keys.secretAccessKey}`)
  return hmac(key, text).toString('hex')
}

function scopeOf({ region }: S3Keys, time: string): string {
  return `${time.slice(0, 8)}/${region}/s3/aws4_request`
}

function namesOf(headers: Readonly<Record<string, string>>): string {
  return Object.keys(headers).sort().join(';')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the time in the format `20261121T083000Z`. */
function compactTime(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Percent-encodes by RFC 3986. `encodeURIComponent` leaves five characters unencoded that RFC 3986 reserves. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
