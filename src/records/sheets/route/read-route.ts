import { sheetWrongRoute } from '../errors.ts'
import type { OverdueRule, Route, SheetType, Stage } from './route.ts'
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

/** What a request states about overdue respondents. */
export interface OverdueInput {
  readonly escalate?: boolean | undefined
  readonly answer?: OverdueRule['answer'] | undefined
}

/** Returns what happens with overdue respondents. Throws `sheet.wrong_route`. */
export function readOverdue(
  type: SheetType,
  { escalate, answer }: OverdueInput,
  { due, field }: { readonly due: string | undefined; readonly field: string },
): OverdueRule {
  if (due === undefined)
    throw sheetWrongRoute('respondents cannot be overdue without a due date; give "due"', { field })
  if (type === 'familiarization' && (escalate === true || (answer ?? 'none') !== 'none'))
    throw sheetWrongRoute(
      'the platform cannot confirm for a respondent; the answer of a familiarization must be "none"',
      {
        field,
      },
    )
  if (type === 'approval' && answer === 'none')
    throw sheetWrongRoute('the automatic answer of an approval must be "approved" or "rejected"', {
      field: `${field}.answer`,
    })
  if (escalate !== true && answer === undefined)
    throw sheetWrongRoute('say what happens with overdue respondents: "escalate" or "answer"', { field })
  return { ...(escalate === true && { escalate }), ...(answer !== undefined && { answer }) }
}
