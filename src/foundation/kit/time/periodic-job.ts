/** Work that a room of the platform does at regular intervals. The platform passes it to `jobs.every`. */
export interface PeriodicJob {
  /** What the job does, such as `seal the audit log`; unique, and part of log messages. */
  readonly name: string
  readonly everyMs: number
  /** Delay before the first run in ms; defaults to `everyMs`. */
  readonly firstAfterMs?: number
  /**
   * `every node`: each node runs the job by its own timer, for work on its own memory, connections and disk.
   * `one node`: one node of all that share the database runs the job, for work on the database.
   */
  readonly on: 'every node' | 'one node'
  /**
   * Does the work. Runs of one node never overlap. An error is logged, and the job runs again at its next time. The
   * signal is aborted when the node stops.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown> | unknown
}
