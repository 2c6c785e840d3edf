import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { imageTime } from '../src/foundation/db/image.ts'

// Is loaded before a program, and in its threads. Stops the clocks and replaces random bytes, so that two runs of the
// program write the same files.

const atMs = Date.parse(imageTime)
const SystemDate = Date
const FixedDate = class extends SystemDate {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? ([atMs] as const) : given))
  }
  static override now = () => atMs
}
globalThis.Date = FixedDate as DateConstructor
performance.now = () => 1
crypto.randomFillSync = ((buffer: Uint8Array) => buffer.fill(1)) as typeof crypto.randomFillSync
syncBuiltinESMExports()
