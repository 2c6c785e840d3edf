import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { keys } from '../../api/query-keys.ts'
import { DateBox, TimeBox } from '../../fields/date-box.tsx'
import type { Field } from '../../fields/field-type.ts'
import { parseNumber } from '../../fields/numbers.ts'
import { type Choice, SearchSelect } from '../../fields/search-select.tsx'
import { searchElements, searchUsers } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import css from './filter-menu.module.css'
import type { FieldFilter } from './filters.ts'
import { periodKeys } from './periods.ts'

interface Props {
  readonly field: Field
  /** Called with the filter when it is complete, and with undefined when it is not. */
  readonly onChange: (filter: FieldFilter | undefined) => void
}

/** An input for the criterion "contains a text". */
export function TextCriterion({ field, onChange }: Props) {
  const { t } = useI18n()
  return (
    <TextInput
      label={t('elements.contains')}
      data-autofocus
      autoFocus
      onChange={(event) => {
        const text = event.currentTarget.value
        onChange(text === '' ? undefined : { field: field.code, kind: 'contains', text })
      }}
    />
  )
}

/** Inputs for the criterion "lies between two numbers, amounts or dates"; each bound can be left out. */
export function RangeCriterion({ field, isDate, onChange }: Props & { isDate: boolean }) {
  const { t, language } = useI18n()
  const [bounds, setBounds] = useState({ min: '', max: '' })
  const change = (part: Partial<typeof bounds>) => {
    const next = { ...bounds, ...part }
    setBounds(next)
    const read = (text: string) => (isDate || text === '' ? text : String(parseNumber(text, language) ?? ''))
    const [min, max] = [read(next.min), read(next.max)]
    onChange(min === '' && max === '' ? undefined : { field: field.code, kind: 'between', min, max })
  }
  const box = (bound: 'min' | 'max', label: string) => {
    const common = { label, value: bounds[bound], style: { flex: 1 }, autoFocus: bound === 'min' }
    const set = (text: string) => change({ [bound]: text })
    if (isDate && field.data.view === 'time') return <TimeBox {...common} onChange={set} />
    if (isDate) return <DateBox {...common} onChange={set} />
    return <TextInput {...common} inputMode="decimal" onChange={(event) => set(event.currentTarget.value)} />
  }
  return (
    <div style={{ display: 'flex', gap: 8 }}>
      {box('min', t('elements.from'))}
      {box('max', t('elements.upTo'))}
    </div>
  )
}

/** Buttons for relative periods; each applies its filter at once. */
export function PeriodButtons({ field, onChoose }: { field: Field; onChoose: (filter: FieldFilter) => void }) {
  const { t } = useI18n()
  return (
    <div className={css.periods}>
      {Object.entries(periodKeys).map(([period, key]) => {
        const [from = '', to = ''] = period.split('..')
        return (
          <Button
            key={period}
            size="compact-sm"
            variant="default"
            onClick={() => onChoose({ field: field.code, kind: 'period', from, to })}
          >
            {t(key)}
          </Button>
        )
      })}
    </div>
  )
}

/** Inputs for the criterion "is any of these values of a category". */
export function ChoiceCriterion({ field, onChange }: Props) {
  const [values, setValues] = useState<readonly string[]>([])
  const change = (next: string[]) => {
    setValues(next)
    onChange(next.length === 0 ? undefined : { field: field.code, kind: 'anyOf', values: next })
  }
  return (
    <Checkbox.Group value={[...values]} onChange={change} aria-label={field.view.name}>
      <div className={css.choices}>
        {field.data.enumItems?.map(({ code, name }) => (
          <Checkbox key={code} size="xs" value={code} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** An input for the criterion "refers to any of these elements or users". */
export function LinkCriterion({ field, kind, onChange }: Props & { kind: 'link' | 'user' }) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const { namespace = '', code = '' } = field.data
  return (
    <SearchSelect
      input={{ label: t('elements.is'), autoFocus: true, comboboxProps: { withinPortal: false } }}
      queryKey={kind === 'user' ? keys.choices('users') : keys.choices(namespace, code)}
      search={kind === 'user' ? searchUsers : searchElements(namespace, code)}
      selected={chosen}
      onSelect={(next) => {
        setChosen(next)
        const values = next.map(({ id }) => id)
        onChange(values.length === 0 ? undefined : { field: field.code, kind: 'anyOf', values })
      }}
      isMultiple
      placeholder={t(kind === 'user' ? 'fields.searchUsers' : 'fields.searchElements')}
    />
  )
}
