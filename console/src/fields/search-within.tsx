import { keys } from '../api/query-keys.ts'
import { type Choice, SearchSelect } from './search-select.tsx'
import { searchWithin } from './searches.ts'

/** A box that chooses one of the entries that are already loaded, with a search by name. */
export function SearchWithin(props: {
  /** Properties for the input: label, description and so on. */
  input: Readonly<Record<string, unknown>>
  /** What the entries are; part of the key of the query. */
  of: string
  entries: readonly Choice[]
  value: string | null
  onChange: (id: string | null) => void
  placeholder?: string
}) {
  const { input, of, entries, value, onChange, placeholder = '' } = props
  return (
    <SearchSelect
      input={input}
      queryKey={keys.choices(of, entries)}
      search={searchWithin(entries)}
      selected={entries.filter(({ id }) => id === value)}
      onSelect={([chosen]) => onChange(chosen?.id ?? null)}
      isMultiple={false}
      placeholder={placeholder}
    />
  )
}
