import { idOfPath } from '../../src/foundation/kit/ids.ts'
import type { Condition } from './condition.ts'
import type { App, Field, Right, Section } from './vocabulary.ts'

export * from './vocabulary.ts'

const numbered = (what: string, count: number) => Array.from({ length: count }, (_, n) => idOfPath(`${what} ${n}`))
export const userIds = numbered('user', 5)
export const seatIds = numbered('seat', 6)
export const groupIds = numbered('group', 6)
export const folderIds = numbered('folder', 3)
export const rowsEach = 10
export const rowId = (app: App, place: number): string => idOfPath(`${app} ${place}`)

/** A subject in the form of rules: everyone, author, $field, namespace.group or an id. */
export type Subject = string

export interface User {
  readonly id: string
  readonly administrator: boolean
  readonly blocked: boolean
}

export interface Seat {
  readonly id: string
  readonly kind: 'department' | 'position' | 'position_type'
  readonly parent: string | null
  readonly holders: readonly string[]
}

export interface Group {
  readonly id: string
  readonly path: string
  readonly isDefault: boolean
  /** Ids of users, of groups before this one, and of seats. */
  readonly members: readonly string[]
}

export interface People {
  readonly users: readonly User[]
  readonly seats: readonly Seat[]
  readonly groups: readonly Group[]
}

export interface Row {
  readonly id: string
  readonly app: App
  readonly author: string
  readonly folder: string | null
  /** Number of the status, from 1. */
  readonly status: number
  deleted: boolean
  /** Values in the form of the API's answers. */
  readonly values: Record<Field, unknown>
}

export interface ElementRule {
  readonly to: readonly Subject[]
  readonly may: readonly Right[]
  readonly where?: Condition | undefined
}

export interface FieldRule {
  readonly fields: readonly Field[]
  readonly to: readonly Subject[]
  readonly may: readonly ('read' | 'write')[]
  readonly statuses?: readonly string[] | undefined
}

interface Folder {
  readonly folder: string
  readonly inherit?: boolean | undefined
  readonly elements?: readonly ElementRule[] | undefined
}

export interface Said {
  readonly visibleTo?: readonly Subject[] | undefined
  readonly elements?: readonly ElementRule[] | undefined
  readonly fields?: readonly FieldRule[] | undefined
  /** Rules for folders; only in the administrators' settings. */
  readonly folders?: readonly Folder[] | undefined
}

/** All rules of one source: the definition or the administrators' settings. */
export interface Rules {
  readonly sections: Readonly<Record<Section, Pick<Said, 'visibleTo'>>>
  readonly apps: Readonly<Record<App, Said>>
}

export interface Grant {
  readonly app: App
  readonly row: string
  readonly subject: string
  readonly rights: readonly Right[]
}

/** An attempt of a user. `place` is the number of a row within its application. */
export type Attempt = { readonly user: string; readonly app: App } & (
  | { readonly is: 'touch' | 'delete' | 'restore'; readonly place: number }
  /** Sends back every field as it was shown. */
  | { readonly is: 'return'; readonly place: number }
  /** Sends exactly the stored value, whether it was shown or not. */
  | { readonly is: 'guess'; readonly place: number; readonly field: Field }
  | { readonly is: 'change'; readonly place: number; readonly field: Field; readonly value: unknown }
  | { readonly is: 'create'; readonly folder: string | null; readonly values: Partial<Record<Field, unknown>> }
)

export interface Round {
  readonly setting: Rules
  /** Filters that every user tries on lists. */
  readonly filters: readonly { readonly app: App; readonly by: Condition }[]
  readonly attempts: readonly Attempt[]
}

export interface World extends People {
  readonly rows: readonly Row[]
  readonly definition: Rules
  readonly grants: readonly Grant[]
  readonly rounds: readonly Round[]
}
