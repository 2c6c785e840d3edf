import type { ReactNode } from 'react'
import type { Operations } from '../api/operations.ts'
import type { TextKey } from '../i18n/index.tsx'
import type { Values } from '../i18n/texts.ts'

type SchemaField = Operations['getApplicationSchema']['result']['application']['fields'][number]

export const statusTones = ['neutral', 'positive', 'warning', 'danger'] as const
export type StatusTone = (typeof statusTones)[number]

/** A status as the schema of an application has it. */
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

/** How the values of a type are filtered and searched in lists: see `elements/list`. */
type FilterKind = 'text' | 'number' | 'money' | 'date' | 'choice' | 'boolean' | 'link' | 'user' | 'empty'

/** A problem of a value: the key of a text, and the values of its placeholders. */
export interface Complaint {
  readonly key: TextKey
  readonly values?: Values
}

/** The limits of a field that forms check before they send a value. */
export interface Limits {
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
}

/** The name of a type in definition files, such as `string`. Each has a text in the designer. */
export type FieldWord = TextKey extends infer Key ? (Key extends `designers.type_${infer Word}` ? Word : never) : never

/** An input of the designer for a setting of a type. */
export type Setting =
  | {
      readonly input: 'view'
      readonly views: readonly ('text' | 'multiline' | 'html' | 'datetime' | 'date' | 'time')[]
    }
  | { readonly input: 'number'; readonly name: 'maxLength' | 'min' | 'max' | 'decimals' }
  | { readonly input: 'flag'; readonly name: 'integer' }
  | { readonly input: 'values' | 'currency' | 'target' }

/** How a definition file writes a field of a type. */
export interface DefinitionOfType {
  readonly word: FieldWord
  /** Whether `array` can be chosen. */
  readonly hasArray?: boolean
  readonly hasSearch?: boolean
  readonly hasIndex?: boolean
  /** Kind of input for the default value. Types without `standard` take the default value as JSON. */
  readonly standard?: 'text' | 'number' | 'boolean' | 'category' | 'none'
  /** The settings beyond the common ones, in lines. */
  readonly settings?: readonly (readonly Setting[])[]
}

/**
 * What the console knows of a type of fields. Code outside of `fields` asks for these properties, never for the name of
 * a type. The display and the editor of a type are components beside it; lists load displays only, forms load both.
 */
export interface FieldType {
  /** Name of the type in the API, such as `STRING`. */
  readonly code: string
  /** Undefined for a type that definition files cannot name. */
  readonly definition?: DefinitionOfType
  readonly filter: FilterKind
  /** Whether lists can be sorted by the field. */
  readonly isSortable: boolean
  readonly align?: 'end'
  /** Whether values are too long for a default column of a list. */
  readonly isLong?: (field: Pick<Field, 'data'>) => boolean
  /** Whether a default column of the type stands after the others. */
  readonly isLastColumn?: boolean
  /** Additional width of a value that is drawn as a tag or a chip, in pixels. */
  readonly framePx?: number
  /** Assumed number of characters of a shown value, for types whose shown text cannot be taken from the row. */
  readonly shownLength?: number
  /**
   * What the ids of a value refer to. Lists request the names of such objects; the server takes the ids alone. Types
   * whose names come from elsewhere have no `refersTo`.
   */
  readonly refersTo?: 'elements' | 'users'
  /** Whether values are ids of files, and of which. */
  readonly holdsFiles?: 'any' | 'images'
  /** Whether values have rows, whose columns are fields. */
  readonly holdsRows?: boolean
  /** Whether a value is one text, which another part of the platform may write. */
  readonly isPlainText?: boolean
  /** What the charts of reports take from a column of the type. */
  readonly inCharts?: 'label' | 'date' | 'number'
  /**
   * Returns a form of a value, which is not null, that is the same for all forms of that value. Types whose values have
   * one form have no `comparable`.
   */
  readonly comparable?: (value: unknown, data: Partial<Field['data']> | undefined) => unknown
  /** Checks a value that is not empty. Returns undefined when the value is valid. */
  readonly check?: (value: unknown, limits: Limits) => Complaint | undefined
}

/** Properties of a display, which shows a value in one line of a list or in full. */
export interface DisplayProps {
  /** Value as the server returned it; never null. */
  readonly value: unknown
  readonly field: Field
  /** Whether a list shows the value in one line. */
  readonly isInList: boolean
  /** Renders a value inside this value, such as a cell of a table. */
  readonly renderCell: (field: Field, value: unknown) => ReactNode
}
