import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { workspaceQuery } from '../../api/workspace.ts'
import type { Setting } from '../../fields/field-type.ts'
import { definitionOf } from '../../fields/field-types.ts'
import { useI18n } from '../../i18n/index.tsx'
import { CodeNameRows } from '../code-name-rows.tsx'
import type { FieldEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'

export interface SettingsProps {
  readonly entry: FieldEntry
  readonly path: string
  readonly before: FieldEntry | undefined
  readonly set: (changes: Partial<FieldEntry>) => void
}

/** The settings that the type of a field declares. */
export function FieldSettings(props: SettingsProps) {
  const { settings = [] } = definitionOf(props.entry.type)
  return settings.map((line) => {
    const inputs = line.map((setting) => <SettingInput key={keyOf(setting)} {...props} setting={setting} />)
    const key = line.map(keyOf).join(' ')
    return line.length === 1 ? (
      <Fragment key={key}>{inputs}</Fragment>
    ) : (
      <div key={key} className={css.pair}>
        {inputs}
      </div>
    )
  })
}

const keyOf = (setting: Setting): string => ('name' in setting ? setting.name : setting.input)

function SettingInput({ setting, ...props }: SettingsProps & { setting: Setting }) {
  switch (setting.input) {
    case 'view':
      return <ViewSelect {...props} views={setting.views} />
    case 'number':
      return <NumberSetting {...props} name={setting.name} />
    case 'flag':
      return <FlagSetting {...props} name={setting.name} />
    case 'values':
      return <ValuesInput {...props} />
    case 'currency':
      return <CurrencyInput {...props} />
    case 'target':
      return <TargetSelect {...props} />
  }
}

type Of<Input extends Setting['input']> = Extract<Setting, { input: Input }>

function ViewSelect({ entry, path, set, views }: SettingsProps & Pick<Of<'view'>, 'views'>) {
  const { t } = useI18n()
  const { problemAt } = useDesign()
  return (
    <NativeSelect
      label={t('designers.view')}
      value={String(entry.view ?? views[0])}
      data={views.map((view) => ({ value: view, label: t(`designers.view_${view}`) }))}
      error={problemAt(`${path}.view`)}
      onChange={(event) =>
        set({ view: event.currentTarget.value === views[0] ? undefined : event.currentTarget.value })
      }
    />
  )
}

function NumberSetting({ entry, path, set, name }: SettingsProps & Pick<Of<'number'>, 'name'>) {
  const { t } = useI18n()
  const { problemAt } = useDesign()
  return (
    <TextInput
      label={t(`designers.${name}`)}
      inputMode="decimal"
      value={String(entry[name] ?? '')}
      error={problemAt(`${path}.${name}`)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        // A text that is not a number is sent unchanged, so that the server reports it.
        const isNumber = text !== '' && String(Number(text)) === text
        set({ [name]: text === '' ? undefined : isNumber ? Number(text) : text })
      }}
    />
  )
}

function FlagSetting({ entry, set, name }: SettingsProps & Pick<Of<'flag'>, 'name'>) {
  const { t } = useI18n()
  return (
    <Checkbox
      label={t(`designers.${name}`)}
      checked={entry[name] === true}
      onChange={(event) => set({ [name]: event.currentTarget.checked || undefined })}
    />
  )
}

function ValuesInput({ entry, path, before, set }: SettingsProps) {
  const { t } = useI18n()
  return (
    <CodeNameRows
      label={t('designers.values')}
      addLabel={t('designers.addValue')}
      rows={entry.values ?? []}
      path={`${path}.values`}
      deployed={before?.values?.map(({ code }) => code) ?? []}
      onChange={(values) => set({ values })}
    />
  )
}

function CurrencyInput({ entry, path, set }: SettingsProps) {
  const { t } = useI18n()
  const { problemAt } = useDesign()
  return (
    <TextInput
      label={t('designers.currency')}
      value={String(entry.currency ?? '')}
      placeholder="RUB"
      maxLength={3}
      error={problemAt(`${path}.currency`)}
      onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() || undefined })}
    />
  )
}

function TargetSelect({ entry, path, set }: SettingsProps) {
  const { t } = useI18n()
  const { problemAt } = useDesign()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  const to = String(entry.to ?? '')
  const known = namespaces.map(({ code, name, applications }) => ({
    group: name,
    items: applications.map((each) => ({ value: `${code}.${each.code}`, label: each.name })),
  }))
  const isKnown = known.some(({ items }) => items.some(({ value }) => value === to))
  return (
    <NativeSelect
      label={t('designers.target')}
      value={to}
      data={[
        { value: '', label: t('designers.chooseApplication') },
        ...(isKnown || to === '' ? [] : [{ value: to, label: to }]),
        ...known.filter(({ items }) => items.length > 0),
      ]}
      error={problemAt(`${path}.to`)}
      onChange={(event) => set({ to: event.currentTarget.value || undefined })}
    />
  )
}
