import { Input, TextInput } from '@mantine/core'
import { useI18n } from '../../../i18n/index.tsx'
import type { EditorProps } from '../../editor.ts'
import type { FullName } from './type.ts'

const parts = ['lastname', 'firstname', 'middlename'] as const

/** Three boxes for the parts of a name. */
export function FullNameEditor(props: EditorProps) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false } = props
  const { t } = useI18n()
  const name = { lastname: '', firstname: '', middlename: '', ...(value as FullName | null) }
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {parts.map((part) => (
          <TextInput
            key={part}
            style={{ flex: '1 1 140px' }}
            aria-label={`${label}: ${t(`fields.${part}`)}`}
            placeholder={t(`fields.${part}`)}
            data-field={part === 'lastname' ? field.code : undefined}
            readOnly={isReadOnly}
            value={name[part]}
            onChange={(event) => {
              const next = { ...name, [part]: event.currentTarget.value }
              onChange(parts.every((each) => next[each] === '') ? null : next)
            }}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
