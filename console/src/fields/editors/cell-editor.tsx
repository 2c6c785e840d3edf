import type { EditorProps } from '../editor.ts'
import { editors } from './editors.ts'
import { JsonEditor } from './json.tsx'

/** The editor of a field of any type except tables; also edits the cells of a table. */
export function CellEditor(props: EditorProps) {
  const Editor = editors[props.field.type] ?? JsonEditor
  return <Editor {...props} />
}
