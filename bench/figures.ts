import type { CpuSeconds } from './cpu-time.ts'
import type { Stop } from './loop-delay.ts'

/** The measurements of one server for one operation, one entry per round. */
export interface Side {
  readonly perSecond: number[]
  readonly stops: Stop[]
  /** CPU in microseconds per request. */
  readonly cpuUs: CpuSeconds[]
}

export interface Bare {
  /** Transactions per second. */
  readonly perSecond: number[]
  readonly cpuUs: CpuSeconds[]
}

export interface Figures {
  readonly name: string
  readonly title: string
  readonly target: number | undefined
  readonly embeddedTarget: number | undefined
  readonly bare: Bare
  readonly postgres: Side
  readonly embedded: Side
}

export function emptySide(): Side {
  return { perSecond: [], stops: [], cpuUs: [] }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the least and the greatest ratio of two rounds with the same number. */
export function spread(over: readonly number[], under: readonly number[]): [number, number] {
  const ratios = over.map((number, round) => number / under[round]!)
  return [Math.min(...ratios), Math.max(...ratios)]
}
