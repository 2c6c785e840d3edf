/** One round of requests over 32 keep-alive connections. */
export interface Load {
  readonly url: string
  readonly token: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path of the requests. Like the body, it has the placeholders of bench/template.ts. */
  readonly path: string
  readonly body: string | undefined
  /** Content type of the body; defaults to JSON. */
  readonly contentType?: string
  /** The first and the last element number of the round. */
  readonly between: readonly [number, number]
  /** The first number for `@v@`. A round may use ten million numbers from here. */
  readonly firstV: number
  readonly seconds: number
}

/** What a load has measured. */
export interface LoadResult {
  readonly perSecond: number
  /** Number of answered requests. The last answers may come after the end of the round. */
  readonly answers: number
}

/** Runs a load and returns requests per second. Throws when a request was not answered with 200. */
export type RunLoad = (load: Load) => Promise<number>

export const connections = 32
