import { type ComboboxParsedItem, MultiSelect, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'

const waitMs = 200

/** Something that can be chosen. */
export interface Choice {
  readonly id: string
  readonly name: string
}

interface Props {
  /** Properties for the input: label, error and so on. */
  readonly input: Readonly<Record<string, unknown>>
  /** Key of the query; the searched text is appended. */
  readonly queryKey: readonly unknown[]
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  readonly selected: readonly Choice[]
  readonly onSelect: (selected: readonly Choice[]) => void
  readonly isMultiple: boolean
  readonly placeholder?: string
}

/** A box that searches on the server while the user types. It keeps the names of all chosen entries. */
export function SearchSelect(props: Props) {
  const { input, queryKey, search, selected, onSelect, isMultiple, placeholder } = props
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), waitMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data: found = [], isFetching } = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  for (const { id, name } of [...selected, ...found]) if (name !== '…') names.current.set(id, name)
  const choice = (id: string): Choice => ({ id, name: names.current.get(id) ?? '…' })
  const options = new Map([...selected, ...found].map(({ id }) => [id, { value: id, label: choice(id).name }]))
  const common = {
    ...input,
    data: [...options.values()],
    searchable: true,
    clearable: true,
    // Shows all options, because the server has filtered them already.
    filter: ({ options: all }: { options: ComboboxParsedItem[] }) => all,
    onDropdownOpen: () => setOpen(true),
    nothingFoundMessage: isFetching ? t('ui.loading') : t('fields.nothingToSelect'),
    onSearchChange: setText,
  } as const
  if (isMultiple)
    return (
      <MultiSelect
        {...common}
        placeholder={selected.length === 0 ? placeholder : undefined}
        value={selected.map(({ id }) => id)}
        onChange={(ids) => onSelect(ids.map(choice))}
      />
    )
  return (
    <Select
      {...common}
      placeholder={placeholder}
      value={selected[0]?.id ?? null}
      onSearchChange={(typed) => setText(typed === selected[0]?.name ? '' : typed)}
      onChange={(id) => onSelect(id ? [choice(id)] : [])}
    />
  )
}
