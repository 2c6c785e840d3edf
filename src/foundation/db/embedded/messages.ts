/** A message to the worker: bytes of the wire protocol (whole statements only), or a command. */
export type ToWorker = Uint8Array | 'close' | 'syncs'

export type FromWorker =
  | { kind: 'ready' }
  /** `isIdle`: all statements sent so far have been answered; a separate message would wake the main thread again. */
  | { kind: 'data'; bytes: Uint8Array; isIdle: boolean }
  | { kind: 'syncs'; count: number }
  | { kind: 'failed'; message: string }
  | { kind: 'closed' }
