/** A message to the worker: bytes of the wire protocol (whole statements only), or a command. */
export type ToWorker = Uint8Array | 'close' | 'syncs'

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'data'; bytes: Uint8Array }
  /** All statements sent so far have been answered. */
  | { kind: 'idle' }
  | { kind: 'syncs'; count: number }
  | { kind: 'failed'; message: string }
  | { kind: 'closed' }
