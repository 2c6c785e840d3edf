import { type ComboboxParsedItem, MultiSelect, Select } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { type Choice, useSearch } from './use-search.ts'

export type { Choice } from './use-search.ts'

interface Props {
  /** Properties for the input: label, error and so on. */
  readonly input: Readonly<Record<string, unknown>> & { readonly error?: ReactNode }
  /** Key of the query; the searched text is appended. */
  readonly queryKey: readonly unknown[]
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  readonly selected: readonly Choice[]
  readonly onSelect: (selected: readonly Choice[]) => void
  readonly isMultiple: boolean
  readonly placeholder?: string
  /**
   * Renders a line between the box and the list of hits, where the list never covers the line. The function gets the
   * text that is typed but not chosen, and a function that chooses an entry.
   */
  readonly below?: ((text: string, choose: (choice: Choice) => void) => ReactNode) | undefined
}

/** Height of the line below the box. */
export const belowPx = 24
const listGapPx = 8

/**
 * A box that searches on the server while the user types. It keeps the names of all chosen entries. Enter chooses the
 * first hit, as soon as the server has answered; a text that is not chosen stays in the box and is reported there.
 */
export function SearchSelect(props: Props) {
  const { input, queryKey, search, selected, onSelect, isMultiple, placeholder, below } = props
  const { t } = useI18n()
  const box = useRef<HTMLInputElement>(null)
  const names = useRef(new Map<string, string>())
  const [isOpen, setOpen] = useState(false)
  const add = (choice: Choice) => {
    names.current.set(choice.id, choice.name)
    if (!selected.some(({ id }) => id === choice.id)) onSelect(isMultiple ? [...selected, choice] : [choice])
  }
  const name = isMultiple ? undefined : selected[0]?.name
  const { text, typed, type, found, isUnchosen, choose, open } = useSearch({
    ...{ input: box, queryKey, search, name, onChoose: add },
  })
  for (const each of [...selected, ...(found ?? [])]) if (each.name !== '…') names.current.set(each.id, each.name)
  const choice = (id: string): Choice => ({ id, name: names.current.get(id) ?? '…' })
  const options = new Map([...selected, ...(found ?? [])].map(({ id }) => [id, { value: id, label: choice(id).name }]))
  const hits = new Set(found?.map(({ id }) => id))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || hasActiveOption(event.currentTarget)) return
    if (text === '' && !isOpen) return
    event.preventDefault()
    if (text === '') setOpen(false)
    else choose('first')
  }
  const line = below?.(text, (chosen) => {
    type(undefined)
    add(chosen)
  })
  const withLine = line && {
    // The line stands above the error. The error appears when the box loses the focus, and must not move a link in
    // the line that is being pressed.
    inputContainer: (children: ReactNode) => (
      <>
        {children}
        {line}
      </>
    ),
    comboboxProps: { offset: belowPx + listGapPx },
  }
  const common = {
    ...withLine,
    ...input,
    ref: box,
    error: input.error ?? (isUnchosen ? t('fields.unchosen', { text }) : undefined),
    data: [...options.values()],
    searchable: true,
    clearable: true,
    // The server has filtered the options already. Chosen entries are only shown when nothing is searched.
    filter: ({ options: all }: { options: ComboboxParsedItem[] }) =>
      text === '' ? all : all.filter((each) => 'value' in each && hits.has(each.value)),
    searchValue: typed ?? name ?? '',
    onInput: (event: FormEvent<HTMLInputElement>) => type(event.currentTarget.value),
    onKeyDown,
    dropdownOpened: isOpen,
    onDropdownOpen: () => {
      open()
      setOpen(true)
    },
    onDropdownClose: () => setOpen(false),
    onBlur: () => (text === '' ? type(undefined) : choose('named')),
    nothingFoundMessage: found === undefined ? t('ui.loading') : t('fields.nothingToSelect'),
  } as const
  return isMultiple ? (
    <MultiSelect
      {...common}
      placeholder={selected.length === 0 ? placeholder : undefined}
      value={selected.map(({ id }) => id)}
      onChange={(ids) => {
        type(undefined)
        onSelect(ids.map(choice))
      }}
    />
  ) : (
    <Select
      {...common}
      allowDeselect={false}
      selectFirstOptionOnChange={false}
      placeholder={placeholder}
      value={selected[0]?.id ?? null}
      onOptionSubmit={() => type(undefined)}
      onChange={(id) => {
        type(undefined)
        onSelect(id ? [choice(id)] : [])
      }}
    />
  )
}

/** Whether the arrow keys have marked an option of the open list, which Enter chooses then. */
const hasActiveOption = (input: HTMLInputElement): boolean => {
  const list = input.getAttribute('aria-controls')
  return list !== null && document.getElementById(list)?.querySelector('[data-combobox-selected]') != null
}
