import { Button, Popover, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Field } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FilterIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Skeleton } from '../../ui/states.tsx'
import type { Application } from '../application.ts'
import { titleOf } from '../field-title.ts'
import css from './filter-menu.module.css'
import { formatFilter } from './filters.ts'
import { useListState } from './list-state.ts'

const FilterForm = lazy(async () => ({ default: (await import('./filter-form.tsx')).FilterForm }))
const filterable = ['__index', '__createdAt', '__createdBy', '__updatedAt', '__updatedBy']

/**
 * A button that opens the list of fields, then the filter of the chosen field. A filter is applied when it is
 * complete.
 */
export function FilterMenu({ schema, onEql }: { schema: Application; onEql: () => void }) {
  const { t } = useI18n()
  const state = useListState()
  const [isOpen, setOpen] = useState(false)
  const [field, setField] = useState<Field>()
  const [text, setText] = useState('')
  const fields = schema.fields
    .filter(({ code, system }) => !system || filterable.includes(code))
    .filter((each) => titleOf(each, t).toLowerCase().includes(text.toLowerCase()))
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen)
    setField(undefined)
    setText('')
  }
  useShortcuts([{ keys: 'f', label: 'elements.addFilter', run: () => open(true) }])
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-start" trapFocus width={300}>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<FilterIcon size={14} />}
          onClick={() => open(!isOpen)}
        >
          {t('elements.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label={t('elements.addFilter')}>
        {field ? (
          <Suspense fallback={<Skeleton lines={3} />}>
            <FilterForm
              field={field}
              onBack={() => setField(undefined)}
              onApply={(filter) => {
                open(false)
                const others = (state.f ?? []).filter(
                  (each) => !each.startsWith(field.code) || each === formatFilter(filter),
                )
                state.filter({ f: [...new Set([...others, formatFilter(filter)])] })
              }}
            />
          </Suspense>
        ) : (
          <>
            <TextInput
              size="xs"
              aria-label={t('elements.findField')}
              placeholder={t('elements.findField')}
              data-autofocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && fields[0] && setField(fields[0])}
            />
            <ul>
              {fields.map((each) => (
                <li key={each.code}>
                  <button type="button" onClick={() => setField(each)}>
                    {titleOf(each, t)}
                  </button>
                </li>
              ))}
            </ul>
            <button
              type="button"
              className={css.eql}
              onClick={() => {
                open(false)
                onEql()
              }}
            >
              {t('elements.eql')}…
            </button>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
