import { Textarea, TextInput } from '@mantine/core'
import { type EditorProps, inputProps } from '../../editor.ts'

/** A text box; for long texts a text area; for several texts a text area with one text per line. */
export function StringEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { maxLength, view } = field.data as { maxLength?: number; view?: string }
  if (field.array) {
    const texts = [value ?? []].flat().join('\n')
    return (
      <Textarea
        {...inputProps(props)}
        autosize={false}
        rows={3}
        value={texts}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value.split('\n'))}
      />
    )
  }
  const common = { ...inputProps(props), maxLength, value: String(value ?? '') }
  if (view === 'multiline' || view === 'html')
    return <Textarea {...common} rows={4} onChange={(event) => onChange(event.currentTarget.value || null)} />
  return <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value || null)} />
}
