import type { FactRow } from '../../../people/index.ts'
import type { OriginLink } from '../../definition/index.ts'
import type { Variables } from '../../engine/index.ts'

/** The rows that advances write together. They are written only when the owner has not been changed in the meantime. */
export interface Rows {
  /** Instance whose revision guards the rows. */
  readonly owner: string
  readonly changed: readonly StoredInstance[]
  readonly started: readonly StoredInstance[]
  readonly called: readonly StoredInstance[]
  /** Closed waits, without those of tasks. */
  readonly closed: readonly Key[]
  /** Opened waits, without those of tasks. */
  readonly opened: readonly OpenedRow[]
  /** New tasks with their waits. */
  readonly tasks: readonly Key[]
  /** Ended tasks with their waits, reminders and escalations. */
  readonly endedTasks: readonly Key[]
  readonly points: readonly Key[]
  readonly endedPoints: readonly Key[]
  readonly incidents: readonly OpenedIncident[]
  readonly endedIncidents: readonly Key[]
  readonly history: readonly { readonly instance: string }[]
  readonly jobs: readonly JobRow[]
  /** Variables that get values of variables of other instances, or of the same one after a move. */
  readonly origins: readonly OriginLink[]
  /** Facts that notify users, such as new tasks. */
  readonly facts: readonly FactRow[]
}

/** A row of `process_instance`. */
export interface StoredInstance {
  readonly id: string
  /** Revision before the advance; 0 for a new instance. */
  readonly before: number
  /** The variables of the instance; undefined when they have not changed. */
  readonly context: Variables | undefined
  readonly [column: string]: unknown
}

interface Key {
  readonly instance: string
  readonly id: string
}

/** The row of an incident, as far as the log entry about the incident needs it. */
interface OpenedIncident extends Key {
  readonly element: string
  readonly kind: string
}

/** A row of `process_wait`. */
export interface OpenedRow extends Key {
  readonly template: string
  readonly version: number
  readonly element: string
  readonly kind: string
  readonly at: string
  /** Due time of the row, in ISO 8601. */
  readonly due?: string
  readonly name?: string
  readonly key?: string | null
  readonly details?: object
}

export interface JobRow {
  readonly id: string
  readonly queue: string
  readonly data: object
  readonly delayMs: number
}
