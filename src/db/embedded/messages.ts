/** Bytes of the wire protocol (whole statements only), or a word. */
export type ToWorker = Uint8Array | 'close' | 'syncs'

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'data'; bytes: Uint8Array }
  /** All that was sent has been answered. */
  | { kind: 'idle' }
  | { kind: 'syncs'; count: number }
  | { kind: 'failed'; message: string }
  | { kind: 'closed' }
