import { Switch } from '@mantine/core'
import type { EditorProps } from '../../editor.ts'

export function BooleanEditor({ field, label, value, onChange, error, isReadOnly = false }: EditorProps) {
  return (
    <Switch
      label={label}
      error={error}
      data-field={field.code}
      checked={value === true}
      // A disabled switch would lose the focus.
      aria-readonly={isReadOnly}
      onChange={(event) => !isReadOnly && onChange(event.currentTarget.checked)}
    />
  )
}
