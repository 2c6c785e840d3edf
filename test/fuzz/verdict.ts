import { operations } from '../../src/api/operations.ts'
import type { Reply, Request } from './request.ts'

export const slowestMs = 2000
/**
 * Maximum stop of the event loop in ms. The goal is 50 ms on a slow machine; the limit is higher, because the heartbeat
 * counts in steps of some ms and garbage collection adds to a stop.
 */
export const longestStopMs = 200
/** Texts that reveal internals, which no answer may contain unless the request contained them. */
const inside = [
  'select ',
  'insert into',
  ' at file:',
  '/src/',
  'node_modules',
  'pg_',
  'syntax error at or near',
  'typeerror',
]

/** Returns the problems of an answer, one sentence each, whatever the request was. */
export function problemsOf(request: Request, { status, head, body, tookMs, stoppedMs }: Reply): string[] {
  const problems: string[] = []
  if (status >= 500) problems.push(`answered with ${status}`)
  if (tookMs > slowestMs) problems.push(`took ${Math.round(tookMs)} ms`)
  if (stoppedMs > longestStopMs) problems.push(`stopped the event loop for ${Math.round(stoppedMs)} ms`)
  if (status < 300 && isDocument(request.path)) return problems
  if (!/^content-type: application\/json; charset=utf-8\r?$/im.test(head))
    problems.push('has a content type other than JSON')
  if (isMessage(request.path, body)) return problems
  if (typeof body?.success !== 'boolean' || typeof body.error !== 'string') return [...problems, 'has no envelope']
  if (body.success !== status < 300) problems.push(`says success: ${body.success} with ${status}`)
  if (status < 300) return body.error === '' ? problems : [...problems, 'succeeded, but contains an error']
  if (!/^[a-z]+(_[a-z]+)*(\.[a-z_]+)?$/.test(body.code ?? '')) problems.push(`has no code; \`code\` is ${body.code}`)
  if (body.error.trim() === '') problems.push('has no sentence')
  const sent = JSON.stringify(request).toLowerCase() + decoded(request.path)
  const told = JSON.stringify(body).toLowerCase()
  for (const word of inside)
    if (told.includes(word) && !sent.includes(word)) problems.push(`reveals an internal detail: ${word}`)
  return problems
}

/** Returns whether an answer is a message of the Model Context Protocol, which has an envelope of its own. */
const isMessage = (path: string, body: { readonly jsonrpc?: unknown } | undefined): boolean =>
  /^\/+mcp\/*(\?|$)/i.test(path) && (!body || body.jsonrpc === '2.0')

/** The paths of operations that answer with a file or a page. */
const files = operations
  .filter(({ media }) => media !== undefined)
  .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`, 'i'))

/** Returns whether a path is one of the documents, which are answered without the envelope. */
function isDocument(path: string): boolean {
  if (/^\/+(docs|openapi\.json)\/*($|\?)/.test(path)) return true
  const address = path.split('?')[0]!.replaceAll(/\/+/g, '/').replace(/\/$/, '')
  return files.some((file) => file.test(address))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return ''
  }
}
