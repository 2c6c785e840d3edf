import type { ComponentType, ReactNode } from 'react'
import type { Operations } from '../api/operations.ts'

type SchemaField = Operations['getApplicationSchema']['result']['application']['fields'][number]

/** A status as the schema of an application has it. */
export const statusTones = ['neutral', 'positive', 'warning', 'danger'] as const
export type StatusTone = (typeof statusTones)[number]

export type Status = Operations['getApplicationSchema']['result']['application']['statuses'][number] & {
  readonly order?: number
  readonly final?: boolean
  readonly tone?: StatusTone
}

/** A field as element, task and start forms have it. `data.statuses` is set for the field `__status` only. */
export type Field = Pick<SchemaField, 'code' | 'type' | 'required' | 'array' | 'view'> & {
  readonly system?: boolean
  readonly defaultValue?: unknown
  readonly data: SchemaField['data'] & { readonly statuses?: readonly Status[] }
}

/** The kind of input for the filter of a field; see `elements/list/filter-form.tsx`. */
export type FilterKind = 'text' | 'number' | 'money' | 'date' | 'choice' | 'boolean' | 'link' | 'user' | 'empty'

export interface ShowProps {
  /** Value as the server returned it; never null. */
  readonly value: unknown
  readonly field: Field
  /** Whether a list shows the value in one line. */
  readonly isInList: boolean
  /** Renders a value inside this value, such as a cell of a table. */
  readonly renderCell: (field: Field, value: unknown) => ReactNode
}

/** How the values of a field type are shown and filtered. Editors are in `editors`, which only forms load. */
export interface FieldType {
  /** Name of the type in the API, such as `STRING`. */
  readonly code: string
  readonly Show: ComponentType<ShowProps>
  readonly filter: (field: Field) => FilterKind
  readonly align?: 'end'
  /** Whether values are too long for a default column of a list. */
  readonly isLong?: (field: Field) => boolean
  /** Whether lists can be sorted by the field. */
  readonly isSortable: boolean
  /** What a list requests of the field; `true` by default. References request the names of referenced objects. */
  readonly requests?: Readonly<Record<string, unknown>>
}
