import type { Load } from '../load.ts'
import { fillTemplate, type Numbers } from '../template.ts'

/** A server that is measured; ended on disposal. */
export interface Peer extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly pid: number
}

/** A request as a template; see bench/template.ts. */
export type PeerRequest = Pick<Load, 'method' | 'path' | 'body'>

/** Sends one request and returns its answer. Throws when the answer is a refusal, because refusals are fast. */
export async function ask(peer: Pick<Peer, 'url' | 'token'>, request: PeerRequest, numbers: Numbers): Promise<string> {
  const { method, path, body } = request
  const response = await fetch(peer.url + fillTemplate(path, numbers), {
    method,
    headers: { authorization: `Bearer ${peer.token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : fillTemplate(body, numbers),
  })
  const text = await response.text()
  if (response.status === 200) return text
  throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
}

/** Returns the total that an answer of a list contains; undefined for other answers. */
export function totalOf(answer: string): number | undefined {
  const found = /"(?:total|total_count|filter_count)":(\d+)/.exec(answer)?.[1]
  return found === undefined ? undefined : Number(found)
}
