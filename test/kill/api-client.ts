export interface Answer {
  readonly status: number
  /** Revision from the ETag; undefined when there is none. */
  readonly rev: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly body: any
}

/** Sends JSON (a string unchanged) and returns the answer. Throws when no complete answer arrives in time. */
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

export const adminToken = 'token-of-the-kill-harness'

/** Returns a `Call` for the server at `url`. A call throws when no complete answer arrives within `timeoutMs`. */
export function apiClient(url: string, timeoutMs = 10_000): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer = JSON.parse(await response.text())
    const tag = response.headers.get('etag')
    return { status: response.status, rev: tag === null ? undefined : Number(tag.replaceAll('"', '')), body: answer }
  }
}
