import type { Extension } from '@electric-sql/pglite'

/** The state of the cancellation, which the main thread and the worker share. */
export const cancellationStates = { none: 0, allowed: 1, requested: 2 } as const

/** Cancels the statement that the server runs, as `pg_cancel_backend` does in PostgreSQL. */
export interface Cancellation {
  /** Extension for PGlite, which gives the server's calls of the operating system to the cancellation. */
  readonly extension: Extension
  /** Withdraws a cancellation that came too late for its statement, so that it does not hit the next one. */
  withdraw(): void
}

/** Number of calls that share one reading of the clock while a statement may be cancelled. */
const callsPerReading = 64

/** The memory of the server. Its buffer is replaced when it grows. */
interface Memory {
  readonly buffer: ArrayBuffer
}

/** The addresses of the flags that a signal sets in PostgreSQL. */
interface Exports {
  readonly InterruptPending: { readonly value: number }
  readonly QueryCancelPending: { readonly value: number }
}
type Imports = Readonly<Record<string, Readonly<Record<string, (...values: never[]) => unknown>>>>
type ClockTimeGet = (clock: number, precision: bigint, at: number) => number
type Done = (instance: { readonly exports: object }, module: object) => void

/**
 * Creates the cancellation of the server in this thread. WebAssembly blocks its thread, so a message or a timer
 * cannot reach a running statement. The server reaches this code itself, when it reads the clock or writes a file.
 * When `state` then requests the cancellation, this code sets the flags that a signal sets in PostgreSQL, and the
 * server cancels its statement at the next safe place. A statement reads the clock for every row while
 * `auto_explain.log_analyze` is on.
 */
export function createCancellation(state: Int32Array): Cancellation {
  let memory: Memory | undefined
  let exports: Exports | undefined

  const setFlags = (value: 0 | 1): void => {
    if (memory === undefined || exports === undefined) return
    const words = new Int32Array(memory.buffer)
    words[exports.QueryCancelPending.value >>> 2] = value
    if (value === 1) words[exports.InterruptPending.value >>> 2] = value
  }
  const check = (): void => {
    if (Atomics.load(state, 0) === cancellationStates.requested) setFlags(1)
  }

  return {
    extension: {
      name: 'cancellation',
      async setup(_server, options) {
        const instantiate: (imports: Imports, done: Done) => unknown = options.instantiateWasm
        const instantiateWasm = (imports: Imports, done: Done) => {
          const { clock_time_get: clock, ...system } = imports.wasi_snapshot_preview1!
          memory = imports.env!.memory as unknown as Memory
          const readClock = sparingly(state, memory, clock as ClockTimeGet)
          const checked = {
            ...system,
            clock_time_get: (...values: Parameters<ClockTimeGet>) => {
              check()
              return readClock(...values)
            },
            fd_pwrite: (...values: never[]) => {
              check()
              return system.fd_pwrite!(...values)
            },
          }
          return instantiate({ ...imports, wasi_snapshot_preview1: checked }, (instance, module) => {
            exports = instance.exports as unknown as Exports
            done(instance, module)
          })
        }
        return { emscriptenOpts: { ...options, instantiateWasm } }
      },
    },
    withdraw: () => setFlags(0),
  }
}

/**
 * Returns a monotonic clock that is read only at every 64th call while a statement may be cancelled. Such a statement
 * reads the clock for every row, which would take more time than the rows.
 */
function sparingly(state: Int32Array, memory: Memory, clock: ClockTimeGet): ClockTimeGet {
  const realTime = 0
  let view = new BigInt64Array(memory.buffer)
  let last = 0n
  let calls = 0
  return (id, precision, at) => {
    if (id === realTime || Atomics.load(state, 0) === cancellationStates.none) return clock(id, precision, at)
    // Growing the memory detaches its old buffer.
    if (view.length === 0) view = new BigInt64Array(memory.buffer)
    if (calls++ % callsPerReading === 0) {
      const answer = clock(id, precision, at)
      last = view[at >>> 3]!
      return answer
    }
    view[at >>> 3] = last
    return 0
  }
}
