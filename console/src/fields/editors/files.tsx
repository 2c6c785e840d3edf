import type { EditorProps } from '../editor.ts'
import { FileListEditor } from '../file-list-editor.tsx'

export const FileEditor = (props: EditorProps) => <FileListEditor {...props} />
export const ImageEditor = (props: EditorProps) => <FileListEditor {...props} accept="image/*" />
