import type { ReactNode } from 'react'
import type { TableProps } from '../../ui/data-table.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AdminList } from './admin-list.tsx'
import { AdminPage } from './admin-page.tsx'

/** The part of the address that the page changes. */
interface Place {
  readonly q?: string | undefined
  readonly page?: number | undefined
  readonly open?: string | undefined
}

/**
 * A page of the administration with one list: the search, the button that creates an entry, the table with its empty
 * states, and a pane for the open entry. `children` are dialogs.
 */
export function ListPage<Row>(props: {
  title: string
  query: { readonly error: unknown; readonly refetch: () => unknown; readonly isFetching: boolean }
  rows: readonly Row[] | undefined
  /** Number of all entries. */
  total: number | undefined
  columns: TableProps<Row>['columns']
  keyOf: (row: Row) => string
  q: string
  open: string | undefined
  go: (change: Place) => void
  create: ReactNode
  /** What the page shows instead of the table while there are no entries. */
  nothing: { icon: ReactNode; title: string; text: string }
  pane: ReactNode
  footer?: ReactNode
  children?: ReactNode
}) {
  const { title, query, rows, total, columns, keyOf, q, open, go, create, nothing, pane, footer, children } = props
  return (
    <AdminPage
      title={title}
      beside={total}
      isFlush
      isBusy={query.isFetching}
      actions={
        <>
          <SearchBox value={q} onChange={(text) => go({ q: text || undefined, page: undefined })} />
          {create}
        </>
      }
      footer={footer}
      pane={pane}
    >
      <AdminList
        query={{ data: rows, error: query.error, refetch: query.refetch }}
        label={title}
        columns={columns}
        rowKey={keyOf}
        {...(open !== undefined && { openKey: open })}
        onOpen={(row) => go({ open: keyOf(row) })}
        isFiltered={q !== ''}
        onClear={() => go({ q: undefined })}
        nothing={<EmptyState {...nothing}>{create}</EmptyState>}
      />
      {children}
    </AdminPage>
  )
}
