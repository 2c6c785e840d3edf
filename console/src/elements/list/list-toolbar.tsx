import { useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Application } from '../application.ts'
import { EqlBox } from './eql-box.tsx'
import { useFilterChips } from './filter-chips.ts'
import { FilterMenu } from './filter-menu.tsx'
import { useListState } from './list-state.ts'

/** The statuses as segments, the active filters, and the menu that adds a filter. The board has no segments. */
export function ListToolbar({ schema, hasStatuses = true }: { schema: Application; hasStatuses?: boolean }) {
  const { t } = useI18n()
  const state = useListState()
  const chips = useFilterChips(schema)
  const [isEqlOpen, setEqlOpen] = useState(false)
  const segments = [
    { key: '', label: t('elements.all') },
    ...schema.statuses.map(({ code, name }) => ({ key: code, label: name })),
  ]
  return (
    <>
      {hasStatuses && schema.statuses.length > 0 && (
        <Segments
          label={t('elements.status')}
          segments={segments}
          selected={state.status ?? ''}
          onSelect={(key) => state.filter({ status: key || undefined })}
        />
      )}
      <FilterMenu schema={schema} onEql={() => setEqlOpen(true)} />
      <FilterChips chips={chips} onClear={() => state.filter({ f: undefined, eql: undefined })} />
      {(isEqlOpen || state.eql !== undefined) && <EqlBox onClose={() => setEqlOpen(false)} />}
    </>
  )
}
