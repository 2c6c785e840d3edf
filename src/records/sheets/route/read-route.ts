import { sheetWrongRoute } from '../errors.ts'
import type { Route, SheetType, Stage } from './route.ts'
import { requiredApprovals } from './stage-result.ts'

/** The rules of a stage as a request states them. */
export interface StageInput {
  readonly mode?: Stage['mode'] | undefined
  readonly quorum?: number | undefined
  readonly quorumPercent?: number | undefined
}

/**
 * Returns the rules of a stage. Throws `sheet.wrong_route` for rules that exclude each other and for rules that a sheet
 * of familiarization cannot have.
 */
export function readStage(type: SheetType, { mode, quorum, quorumPercent }: StageInput, field: string): Stage {
  const hasQuorum = quorum !== undefined || quorumPercent !== undefined
  if (type === 'familiarization' && ((mode ?? 'parallel') !== 'parallel' || hasQuorum))
    throw sheetWrongRoute('a sheet of familiarization informs all respondents at once; leave out mode and quorum', {
      field,
    })
  if (quorum !== undefined && quorumPercent !== undefined)
    throw sheetWrongRoute('give either quorum or quorumPercent', { field: `${field}.quorum` })
  if (mode === 'firstAnswer' && hasQuorum)
    throw sheetWrongRoute('a stage with the mode firstAnswer ends with the first answer; leave out the quorum', {
      field: `${field}.quorum`,
    })
  return {
    mode: mode ?? 'parallel',
    ...(quorum !== undefined && { quorum }),
    ...(quorumPercent !== undefined && { quorumPercent }),
  }
}

/** Throws `sheet.wrong_route` when a quorum is larger than the number of respondents of its stage. */
export function checkQuorum(stage: Stage, respondents: number, field: string): void {
  if (stage.quorum === undefined || requiredApprovals(stage, respondents) === stage.quorum) return
  throw sheetWrongRoute(`the quorum is ${stage.quorum}, but the stage has ${respondents} respondents`, {
    field: `${field}.quorum`,
  })
}

/** Throws `sheet.wrong_route` when a sheet of familiarization has several stages. */
export function checkStages({ type, stages }: Pick<Route, 'type' | 'stages'>): void {
  if (type === 'familiarization' && stages.length > 1)
    throw sheetWrongRoute('a sheet of familiarization has one stage', { field: 'stages' })
}
