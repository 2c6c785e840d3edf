import type { ComponentType } from 'react'
import type { Field } from './field-type.ts'

/** Properties of an editor. Editors draw their label and error themselves, so that both are tied to the input. */
export interface EditorProps {
  readonly field: Field
  readonly label: string
  /** Value as the server returned it or as the editor gave it; null when empty. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string
  readonly isRequired?: boolean
  /** Whether the value cannot be changed now, as while it is saved. All parts of the editor stay in their places. */
  readonly isReadOnly?: boolean
}

/** An editor as its type declares it; `Cell` edits a field inside the value, such as a column of a table. */
export type Editor = ComponentType<EditorProps & { readonly Cell: ComponentType<EditorProps> }>

/** Returns the properties of a Mantine input. By `data-field`, a form moves the focus to a wrong field. */
export const inputProps = ({ field, label, error, isRequired = false, isReadOnly = false }: EditorProps) => ({
  label,
  error,
  required: isRequired,
  readOnly: isReadOnly,
  'data-field': field.code,
})
