import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { BookIcon } from '../ui/icons.tsx'
import { ListFooter } from '../ui/list-footer.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { Pane } from '../ui/pane.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Period } from './period.tsx'
import { type JournalFilter, registrationsQuery } from './record-queries.ts'
import { RegistrationCard } from './registration-card.tsx'
import { useRegistrationColumns } from './registration-columns.tsx'

type Search = JournalFilter & { readonly open?: string | undefined }
interface Props {
  readonly title: string
  readonly above?: ReactNode
  readonly beside?: ReactNode
  /** Buttons at the right. */
  readonly actions: ReactNode
  /** An input in front of the filters, such as a select of the case. */
  readonly choice?: ReactNode
  readonly search: Search
  readonly onSearch: (change: Search) => void
}
const statuses = ['registered', 'reserved', 'cancelled'] as const

/** A journal of registrations with filters; the pane shows the open registration. */
export function RegistrationList({ title, above, beside, actions, choice, search, onSearch }: Props) {
  const { t } = useI18n()
  const { open, ...filter } = search
  const { from, to, status, q = '', page = 1, size = 50, caseId } = filter
  const query = useQuery({ ...registrationsQuery(filter), placeholderData: keepPreviousData })
  const { data } = query
  const columns = useRegistrationColumns(data?.rows)
  const narrow = (change: Search) => onSearch({ ...change, page: undefined })
  return (
    <ListPage
      title={title}
      above={above}
      beside={beside}
      actions={actions}
      toolbar={
        <>
          <SearchBox value={q} onChange={(text) => narrow({ q: text || undefined })} />
          {choice}
          <Segments
            label={t('records.state')}
            segments={['all' as const, ...statuses].map((key) => ({ key, label: t(`records.only_${key}`) }))}
            selected={status ?? 'all'}
            onSelect={(key) => narrow({ status: statuses.find((each) => each === key), open: undefined })}
          />
          <Period from={from} to={to} onChange={narrow} />
        </>
      }
      footer={<ListFooter page={page} size={size} total={data?.total} onGo={onSearch} />}
      pane={
        open && (
          <Pane
            title={data?.rows.find(({ __id }) => __id === open)?.number ?? t('records.registration')}
            onClose={() => onSearch({ open: undefined })}
          >
            <RegistrationCard key={open} id={open} />
          </Pane>
        )
      }
      query={query}
      columns={columns}
      rows={data?.rows}
      rowKey={({ __id }) => __id}
      openKey={open}
      onOpen={({ __id }) => onSearch({ open: __id })}
      isStruck={({ status: given }) => given === 'cancelled'}
      isFiltered={Boolean(from || to || status || q)}
      onClear={() => narrow({ q: undefined, from: undefined, to: undefined, status: undefined })}
      nothing={
        <EmptyState
          icon={<BookIcon size={28} />}
          title={t('records.noRegistrations')}
          text={t(caseId ? 'records.noRegistrationsInCase' : 'records.noRegistrationsText')}
        />
      }
    />
  )
}
