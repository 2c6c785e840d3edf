import { TextInput } from '@mantine/core'
import { type EditorProps, inputProps } from '../../editor.ts'

export function LinkEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const shown = [value ?? []].flat().join(' ')
  return (
    <TextInput
      {...inputProps(props)}
      type="url"
      placeholder="https://"
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value
        onChange(text === '' ? null : field.array ? text.split(/\s+/) : text)
      }}
    />
  )
}
