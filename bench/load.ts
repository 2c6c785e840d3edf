/** One round of requests over 32 connections that stay open. */
export interface Load {
  readonly url: string
  readonly token: string
  readonly method: 'GET' | 'POST'
  /** Templates. */
  readonly path: string
  readonly body: string | undefined
  /** Of the body; JSON if nothing else is said. */
  readonly contentType?: string
  /** First and last element. */
  readonly between: readonly [number, number]
  /** The first `@v@`; a round may use ten million from here. */
  readonly firstV: number
  readonly seconds: number
}

/** Requests a second; throws when one was not answered with 200. */
export type RunLoad = (load: Load) => Promise<number>

export const connections = 32
