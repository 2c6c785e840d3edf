import type { PerformerDefinition, TextOrExpression, Value } from '../../model/index.ts'

/** One way to end a task, with the variables that must have a value then. */
export interface TaskExit {
  readonly code: string
  readonly name: string
  readonly required: readonly string[]
}

/** A field of a task's form. `required` is true, or the exits for which the field must have a value. */
export interface FormField {
  readonly name: string
  readonly title?: string
  readonly type?: string
  readonly isReadOnly?: boolean
  readonly required?: true | readonly string[]
}

/** A time before or after the due date; without a due date, after the task was opened. */
export interface TaskMoment {
  readonly before?: string
  readonly after?: string
}

export interface TaskEscalation extends TaskMoment {
  /** Whether the new performers are added to the present one, or replace it. */
  readonly action: 'add' | 'reassign'
  readonly performer: PerformerDefinition
}

export interface TaskSettings {
  readonly type: string
  readonly performers: readonly PerformerDefinition[]
  readonly exits: readonly TaskExit[]
  readonly form?: readonly FormField[]
  readonly subject?: TextOrExpression
  readonly due?: TextOrExpression
  /** The business calendar in whose working time durations are counted. */
  readonly calendar?: string
  readonly priority?: number
  /** The variable that gets the code of the exit. */
  readonly result?: string
  readonly reminders?: readonly TaskMoment[]
  readonly escalations?: readonly TaskEscalation[]
}

/** Returns the settings of a user task in a program. */
export const taskSettings = (node: { readonly settings: Readonly<Record<string, Value>> }): TaskSettings =>
  node.settings as unknown as TaskSettings
