import type { PerformerDefinition, TextOrExpression, Value } from '../../model/index.ts'

/** A way to end a task, with the variables that it requires. */
export interface TaskExit {
  readonly code: string
  readonly name: string
  readonly required: readonly string[]
  /** Whether the exit accepts or rejects; decides how the exit is shown. */
  readonly kind?: ExitKind
}

export const exitKinds = ['positive', 'negative'] as const
export type ExitKind = (typeof exitKinds)[number]

/** A field of the form of a task. `required` is true, or the codes of the exits that require a value. */
export interface FormField {
  readonly name: string
  readonly title?: string
  readonly type?: string
  readonly isReadOnly?: boolean
  readonly required?: true | readonly string[]
}

/** A time relative to the due date, or to the creation of a task without a due date. */
export interface TaskMoment {
  readonly before?: string
  readonly after?: string
}

export interface TaskEscalation extends TaskMoment {
  /** Whether the new performers are added to the present performer or replace the present performer. */
  readonly action: 'add' | 'reassign'
  readonly performer: PerformerDefinition
}

/** The sheet that the performers of a task answer. */
export interface SheetSettings {
  readonly type: 'approval' | 'familiarization'
  readonly mode?: 'parallel' | 'sequential' | 'firstAnswer'
  readonly quorum?: number
  readonly quorumPercent?: number
  readonly onRejection?: 'stop' | 'collect'
  readonly skipApproved?: boolean
  readonly initiatorMayApprove?: boolean
  /** Whether the supervisors of overdue respondents answer instead. */
  readonly escalate?: boolean
  /** The automatic answer for overdue respondents. */
  readonly overdueAnswer?: 'approved' | 'rejected' | 'none'
  /** Path of the application of the element. */
  readonly app?: string
  readonly element?: TextOrExpression
  readonly file?: TextOrExpression
}

export interface TaskSettings {
  readonly type: string
  readonly performers: readonly PerformerDefinition[]
  readonly exits: readonly TaskExit[]
  readonly form?: readonly FormField[]
  readonly subject?: TextOrExpression
  readonly due?: TextOrExpression
  /** Calendar whose working time is used for durations. */
  readonly calendar?: string
  readonly priority?: number
  /** Variable that receives the code of the exit. */
  readonly result?: string
  readonly reminders?: readonly TaskMoment[]
  readonly escalations?: readonly TaskEscalation[]
  readonly sheet?: SheetSettings
}

/** Returns the settings of a user task in a program. */
export const taskSettings = (node: { readonly settings: Readonly<Record<string, Value>> }): TaskSettings =>
  node.settings as unknown as TaskSettings
