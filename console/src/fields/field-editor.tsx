import type { EditorProps } from './editor.ts'
import { CellEditor } from './editors/cell-editor.tsx'
import { TableEditor } from './editors/table.tsx'

/** The editor that belongs to the type of a field. */
export function FieldEditor(props: EditorProps) {
  return props.field.type === 'TABLE' ? <TableEditor {...props} /> : <CellEditor {...props} />
}
