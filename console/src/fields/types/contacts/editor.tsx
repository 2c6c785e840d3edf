import { Button, Input, TextInput } from '@mantine/core'
import { type TextKey, useI18n } from '../../../i18n/index.tsx'
import { IconButton } from '../../../ui/buttons.tsx'
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx'
import type { EditorProps } from '../../editor.ts'

type Entry = Readonly<Record<string, unknown>>

export const PhoneEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="tel" entryLabel="fields.phone" type="tel" />
)

export const EmailEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="email" entryLabel="fields.email" type="email" />
)

export const AccountEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="login" entryLabel="fields.login" type="text" />
)

/** Rows of contacts. Each row has the text under `entryKey` and the kind of contact. */
function ContactRows(props: EditorProps & { entryKey: string; entryLabel: TextKey; type: 'tel' | 'email' | 'text' }) {
  const { entryKey: key, entryLabel, type, ...rest } = props
  const { field, label: name, value, onChange, error, isRequired = false, isReadOnly = false } = rest
  const { t } = useI18n()
  const entries = (value ?? []) as readonly Entry[]
  const change = (index: number, part: Entry) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  const remove = (index: number) => onChange(entries.filter((_, at) => at !== index))
  return (
    <Input.Wrapper label={name} error={error} required={isRequired} labelElement="div">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs hold no state
        <div key={index} style={{ display: 'flex', gap: 8, marginBottom: 6 }}>
          <TextInput
            type={type}
            style={{ flex: 1 }}
            aria-label={`${name}: ${t(entryLabel)} ${index + 1}`}
            data-field={index === 0 ? field.code : undefined}
            readOnly={isReadOnly}
            value={String(entry[key] ?? '')}
            onChange={(event) => change(index, { [key]: event.currentTarget.value })}
          />
          <TextInput
            w={120}
            aria-label={`${name}: ${t('fields.kindOfContact')} ${index + 1}`}
            placeholder={t('fields.kindOfContact')}
            readOnly={isReadOnly}
            value={String(entry.type ?? '')}
            onChange={(event) => change(index, { type: event.currentTarget.value })}
          />
          <IconButton
            isPlain
            label={t('fields.removeValue', { name: String(entry[key] ?? '') })}
            disabled={isReadOnly}
            onClick={() => remove(index)}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <Button
        display="block"
        variant="subtle"
        size="compact-sm"
        leftSection={<PlusIcon size={14} />}
        data-field={entries.length === 0 ? field.code : undefined}
        disabled={isReadOnly}
        onClick={() => onChange([...entries, { [key]: '', type: '' }])}
      >
        {t('ui.add')}
      </Button>
    </Input.Wrapper>
  )
}
