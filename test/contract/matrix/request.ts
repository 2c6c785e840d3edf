import type { Line } from './line.ts'
import type { Actor, Params, Scene } from './scene.ts'

/** The request that a line of the matrix sends. */
export interface LineRequest {
  /** Address with its parameters. */
  readonly address: string
  readonly body: unknown
}

export async function requestOf(
  { input, search }: Line,
  { method, path }: { method: string; path: string },
  given: { params: Params; scene: Scene; actor: Actor },
): Promise<LineRequest> {
  const body = await input(given)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.params[name] ?? name))
  if (method !== 'GET') return { address: `${address}?${search?.() ?? ''}`, body }
  const words = new URLSearchParams((body ?? {}) as Record<string, string>)
  return { address: `${address}?${words}`, body: undefined }
}
