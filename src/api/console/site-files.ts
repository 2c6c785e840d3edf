import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptsGzip } from '../../foundation/http/headers/request-headers.ts'
import type { SiteAnswer } from '../../foundation/http/site.ts'

const compress = promisify(gzip)

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

interface File {
  readonly bytes: Uint8Array
  /** The compressed bytes; undefined for a type such as PNG, or when compression does not make the file smaller. */
  readonly gzipped: Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** The files of a built site, in memory. */
export interface SiteFiles {
  /** Returns the answer for the path of a file, or for a page; undefined when there is no such file. */
  answer(path: string, headers: IncomingHttpHeaders): SiteAnswer | undefined
}

/**
 * Reads all files of a folder into memory and compresses each at most once. The names of files in `assets/` have a
 * hash of their content, so browsers keep these files for a year. A path without an extension is a page, which
 * `index.html` shows.
 */
export async function readSiteFiles(folder: string): Promise<SiteFiles> {
  const files = new Map<string, File>()
  for await (const entry of glob('**/*.*', { cwd: folder })) {
    const path = entry.replaceAll(sep, '/')
    files.set(path, await readSiteFile(join(folder, entry), path))
  }
  return {
    answer(path, headers) {
      const file = files.get(path) ?? (isPage(path) ? files.get('index.html') : undefined)
      return file && answerOf(file, headers)
    },
  }
}

async function readSiteFile(file: string, path: string): Promise<File> {
  const bytes = await readFile(file)
  const type = types[extname(path)] ?? 'application/octet-stream'
  const gzipped = compressible.test(type) ? await compress(bytes, { level: 9 }) : undefined
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const isHashed = path.startsWith('assets/')
  return {
    bytes,
    gzipped: gzipped && gzipped.length < bytes.length ? gzipped : undefined,
    etag,
    headers: {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      ...(compressible.test(type) && { vary: 'accept-encoding' }),
    },
  }
}

function answerOf({ bytes, gzipped, headers, etag }: File, request: IncomingHttpHeaders): SiteAnswer {
  const known = (request['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: '' }
  if (gzipped === undefined || !acceptsGzip(request)) return { status: 200, headers, body: bytes }
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipped }
}

const isPage = (path: string): boolean => !path.slice(path.lastIndexOf('/') + 1).includes('.')
