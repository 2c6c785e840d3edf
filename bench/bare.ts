import { spawnSync } from 'node:child_process'
import type { BareStatement } from './capture.ts'

/**
 * Runs one round of bare SQL and returns transactions per second. One transaction holds all statements of the
 * operation.
 */
export type RunBare = (round: BareRound) => Promise<number>

export interface BareRound {
  readonly url: string
  readonly statements: readonly BareStatement[]
  /** The first and the last element number of the round. */
  readonly between: readonly [number, number]
  /** The first number for `@v@`. A round may use ten million numbers from here. */
  readonly firstV: number
  readonly seconds: number
}

/** Returns whether a program with this name can be started. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
