import { MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { definitionOf } from '../../fields/field-types.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { FieldEntry } from '../definition.ts'
import { useNameText } from '../use-name-text.ts'

interface Props {
  readonly entry: FieldEntry
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}

/** An input for a default value. References and files have none, because ids differ between installations. */
export function DefaultInput(props: Props) {
  const { entry, error, onChange } = props
  const { t } = useI18n()
  const { standard } = definitionOf(entry.type)
  const label = t('designers.default')
  const value = entry.default
  const plain = { label, error, value: String(value ?? '') }
  switch (standard) {
    case 'text':
      return <TextInput {...plain} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
    case 'number':
      return (
        <TextInput
          {...plain}
          inputMode="decimal"
          onChange={(event) => {
            const text = event.currentTarget.value.trim()
            onChange(text === '' ? undefined : String(Number(text)) === text ? Number(text) : text)
          }}
        />
      )
    case 'boolean':
      return (
        <NativeSelect
          {...plain}
          data={[
            { value: '', label: t('designers.noDefault') },
            { value: 'true', label: t('designers.yes') },
            { value: 'false', label: t('designers.no') },
          ]}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
          }
        />
      )
    case 'category':
      return <CategoryDefault {...props} />
    case 'none':
      return value === undefined ? null : <JsonDefault {...props} />
    default:
      return <JsonDefault {...props} />
  }
}

function CategoryDefault({ entry, error, onChange }: Props) {
  const { t } = useI18n()
  const textOf = useNameText()
  const given = (Array.isArray(entry.default) ? entry.default : [entry.default ?? []].flat()) as readonly unknown[]
  const codes = given.map((each) => (typeof each === 'string' ? each : String((each as { code?: string }).code)))
  const data = (entry.values ?? [])
    .filter(({ code }) => code !== '')
    .map(({ code, name }) => ({ value: code, label: textOf(name) || code }))
  const common = { label: t('designers.default'), error }
  if (entry.array)
    return (
      <MultiSelect
        {...common}
        data={[...new Map(data.map((each) => [each.value, each])).values()]}
        value={codes}
        clearable
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
    )
  return (
    <NativeSelect
      {...common}
      data={[{ value: '', label: t('designers.noDefault') }, ...data]}
      value={codes[0] ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : [currentTarget.value])}
    />
  )
}

/** An input for a value as JSON. Invalid JSON stays in the box and does not change the value. */
function JsonDefault({ entry, error, onChange }: Props) {
  const { t } = useI18n()
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const shown = entry.default === undefined ? '' : JSON.stringify(entry.default)
  return (
    <Textarea
      label={t('designers.default')}
      description={t('designers.defaultJson')}
      rows={2}
      value={typed ?? shown}
      error={isWrong ? t('designers.notJson') : error}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value
        setTyped(text)
        try {
          onChange(text.trim() === '' ? undefined : JSON.parse(text))
          setWrong(false)
        } catch {
          setWrong(true)
        }
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined)
      }}
    />
  )
}
