/** What a sheet asks its respondents for. */
export const sheetTypes = ['approval', 'familiarization'] as const
export type SheetType = (typeof sheetTypes)[number]

export const sheetStates = [
  'inProgress',
  'approved',
  'approvedWithRemarks',
  'rejected',
  'informed',
  'cancelled',
] as const
export type SheetState = (typeof sheetStates)[number]

/** The answers that respondents can give to a sheet of each type. */
export const answersOf = {
  approval: ['approved', 'approvedWithRemarks', 'rejected'],
  familiarization: ['informed'],
} as const satisfies Readonly<Record<SheetType, readonly SheetState[]>>

export const answers = [...answersOf.approval, ...answersOf.familiarization] as const
export type Answer = (typeof answers)[number]

export const respondentStates = [
  'waiting',
  'pending',
  ...answers,
  'delegated',
  'skipped',
  'removed',
  'cancelled',
] as const
export type RespondentState = (typeof respondentStates)[number]

/** How the respondents of a stage answer: all at once, one after another, or only the first who answers. */
export const stageModes = ['parallel', 'sequential', 'firstAnswer'] as const

/** The rules of a stage. */
export interface Stage {
  readonly mode: (typeof stageModes)[number]
  /** Number of approvals that approve the stage; by default, all respondents have to approve. */
  readonly quorum?: number
  /** The quorum as a percentage of the respondents, rounded up. */
  readonly quorumPercent?: number
}

/** The automatic answers for an overdue respondent; `none` ends the respondent without an answer. */
export const overdueAnswers = ['approved', 'rejected', 'none'] as const

/** What happens when a respondent has not answered by the due date. */
export interface OverdueRule {
  /**
   * Whether the supervisor of the respondent answers instead. A due date that is a duration starts again for the
   * supervisor.
   */
  readonly escalate?: boolean
  /** The automatic answer when nobody answers instead of the respondent. */
  readonly answer?: (typeof overdueAnswers)[number]
}

/** The rules of a sheet. */
export interface Route {
  readonly type: SheetType
  /** Whether a sheet ends as soon as a stage is rejected, or collects all answers of all stages. */
  readonly onRejection: 'stop' | 'collect'
  readonly stages: readonly Stage[]
}

/** The values of a respondent that the rules of a route use. */
export interface Respondent {
  readonly id: string
  /** Index of the stage, from 0. */
  readonly stage: number
  readonly state: RespondentState
}
