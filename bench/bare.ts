import { spawnSync } from 'node:child_process'
import type { BareStatement } from './capture.ts'

/** One round of bare SQL: transactions a second, where one transaction is all statements of the operation in turn. */
export type RunBare = (round: BareRound) => Promise<number>

export interface BareRound {
  readonly url: string
  readonly statements: readonly BareStatement[]
  /** First and last element. */
  readonly between: readonly [number, number]
  /** The first `@v@`; a round may use ten million from here. */
  readonly firstV: number
  readonly seconds: number
}

/** Is there a program of this name? */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
