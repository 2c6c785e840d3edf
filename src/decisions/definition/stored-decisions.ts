import type { DefinitionRow, Deployed, StoredKind } from '../../solutions/index.ts'
import type { DecisionSummary } from '../decision-model.ts'
import { decisionRows } from './decisions.store.ts'

/** A deployed DMN file. The database holds the files of its versions, which are compiled when they are evaluated. */
export interface DeployedDecision extends Deployed {
  readonly description: string
  /** The newest version, counted from 1. */
  readonly version: number
  /** The SHA-256 of the file of the newest version. */
  readonly hash: string
  readonly summary: DecisionSummary
  /** Whether the decision was removed. */
  readonly deleted: boolean
}

type Row = DefinitionRow & DeployedDecision

/** Decisions as definitions, ordered by namespace and code. */
export const storedDecisions: StoredKind<DeployedDecision, Row> = {
  word: 'decision',
  rows: decisionRows,
  compile: (row) => Object.freeze({ ...row }),
}
