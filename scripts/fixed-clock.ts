import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { imageTime } from '../src/foundation/db/image.ts'

// Is loaded before a program, and in its threads. Stops the clocks and replaces random bytes, so that two runs of the
// program write the same files. Long timers never fire, because the work of a timer would take place earlier or later
// in a slow run.

const atMs = Date.parse(imageTime)
const longTimerMs = 1_000
const neverMs = 2 ** 31 - 1
const SystemDate = Date
const FixedDate = class extends SystemDate {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? ([atMs] as const) : given))
  }
  static override now = () => atMs
}
globalThis.Date = FixedDate as DateConstructor
performance.now = () => 1
const systemTimer = setTimeout
globalThis.setTimeout = ((work: () => void, ms = 0) =>
  systemTimer(work, ms < longTimerMs ? ms : neverMs)) as typeof setTimeout
crypto.randomFillSync = ((buffer: Uint8Array) => buffer.fill(1)) as typeof crypto.randomFillSync
syncBuiltinESMExports()
