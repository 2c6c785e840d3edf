import { Input, TextInput } from '@mantine/core'
import { useFormats } from '../../../i18n/format.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { NumberBox } from '../../number-box.tsx'
import { parseCents } from '../../numbers.ts'
import type { Money } from './type.ts'

/** An amount and its currency. */
export function MoneyEditor(props: EditorProps) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false } = props
  const { t, language } = useI18n()
  const { number } = useFormats()
  const { cents, currency = String(field.data.currency ?? 'RUB') } = (value ?? {}) as Partial<Money>
  const shown = typeof cents === 'number' ? number(cents / 100, 2) : String(cents ?? '')
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      <div style={{ display: 'flex', gap: 8 }}>
        <NumberBox
          {...inputProps({ ...props, error: undefined })}
          label={undefined}
          aria-label={`${label}: ${t('fields.amount')}`}
          error={error !== undefined}
          style={{ flex: 1 }}
          shown={shown}
          parse={(text) => parseCents(text, language)}
          onValue={(next) => onChange(next === null ? null : { cents: next, currency })}
        />
        <TextInput
          aria-label={`${label}: ${t('fields.currency')}`}
          w={72}
          maxLength={3}
          readOnly={isReadOnly}
          value={currency}
          onChange={(event) => onChange({ cents: cents ?? null, currency: event.currentTarget.value.toUpperCase() })}
        />
      </div>
    </Input.Wrapper>
  )
}
