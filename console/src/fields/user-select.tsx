import { keys } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { type Choice, SearchSelect } from './search-select.tsx'
import { searchUsers } from './searches.ts'

/** A search box for users that are not blocked; for one of them, or for several. */
export function UserSelect(props: {
  /** Properties for the input: label, error and so on. */
  input: Readonly<Record<string, unknown>>
  selected: readonly Choice[]
  onSelect: (selected: readonly Choice[]) => void
  isMultiple?: boolean
  placeholder?: string
}) {
  const { input, selected, onSelect, isMultiple = false, placeholder } = props
  const { t } = useI18n()
  return (
    <SearchSelect
      input={input}
      queryKey={keys.choices('users')}
      search={searchUsers}
      selected={selected}
      onSelect={onSelect}
      isMultiple={isMultiple}
      placeholder={placeholder ?? t('fields.searchUsers')}
    />
  )
}
