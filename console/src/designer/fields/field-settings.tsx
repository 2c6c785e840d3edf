import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../../api/workspace.ts'
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

/** The settings of the type of a field, except for the columns of a table. */
export function FieldSettings(props: SettingsProps) {
  const { entry, path, before, set } = props
  const { t } = useI18n()
  switch (entry.type) {
    case 'string':
      return (
        <div className={css.pair}>
          <ViewSelect {...props} views={['text', 'multiline', 'html']} />
          <NumberSetting {...props} name="maxLength" label={t('designers.maxLength')} />
        </div>
      )
    case 'number':
      return (
        <>
          <div className={css.pair}>
            <NumberSetting {...props} name="min" label={t('designers.min')} />
            <NumberSetting {...props} name="max" label={t('designers.max')} />
            <NumberSetting {...props} name="decimals" label={t('designers.decimals')} />
          </div>
          <Checkbox
            label={t('designers.integer')}
            checked={entry.integer === true}
            onChange={(event) => set({ integer: event.currentTarget.checked || undefined })}
          />
        </>
      )
    case 'datetime':
      return <ViewSelect {...props} views={['datetime', 'date', 'time']} />
    case 'category':
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
    case 'money':
      return <CurrencyInput {...props} />
    case 'reference':
      return <TargetSelect {...props} />
    default:
      return null
  }
}

function ViewSelect({ entry, path, set, views }: SettingsProps & { views: readonly View[] }) {
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
type View = 'text' | 'multiline' | 'html' | 'datetime' | 'date' | 'time'

function NumberSetting({ entry, path, set, name, label }: SettingsProps & { name: string; label: string }) {
  const { problemAt } = useDesign()
  return (
    <TextInput
      label={label}
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
