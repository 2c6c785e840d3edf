import { MultiSelect, Select } from '@mantine/core'
import { keys } from '../../../api/query-keys.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchWithin } from '../../searches.ts'

/** Maximum number of values that are chosen from a list; more are searched by typing. */
const maxUnsearched = 7

type Entry = { readonly code: string; readonly name: string }

/** A choice of one or, for a list, several values of the category. */
export function CategoryEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useI18n()
  const items = (field.data.enumItems ?? []) as readonly Entry[]
  const data = items.map(({ code, name }) => ({ value: code, label: name }))
  const codes = ((value ?? []) as readonly Entry[]).map(({ code }) => code)
  const entriesOf = (chosen: readonly string[]) => items.filter(({ code }) => chosen.includes(code))
  const common = {
    ...inputProps(props),
    data,
    clearable: true,
    placeholder: t('fields.select'),
  }
  if (items.length > maxUnsearched)
    return (
      <SearchSelect
        input={inputProps(props)}
        queryKey={keys.choices('category', items)}
        search={searchWithin(items.map(({ code: id, name }) => ({ id, name })))}
        selected={entriesOf(codes).map(({ code: id, name }) => ({ id, name }))}
        onSelect={(chosen) => onChange(chosen.length > 0 ? entriesOf(chosen.map(({ id }) => id)) : null)}
        isMultiple={field.array}
        placeholder={t('fields.select')}
      />
    )
  if (field.array)
    return (
      <MultiSelect
        {...common}
        placeholder={codes.length === 0 ? t('fields.select') : undefined}
        value={codes}
        onChange={(chosen) => onChange(chosen.length > 0 ? entriesOf(chosen) : null)}
      />
    )
  return <Select {...common} value={codes[0] ?? null} onChange={(code) => onChange(code ? entriesOf([code]) : null)} />
}
