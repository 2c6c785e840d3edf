import { type ReactNode, Suspense } from 'react'
import { DataTable, type TableProps } from './data-table.tsx'
import { Page, type PageProps } from './page.tsx'
import { ErrorState, NothingFound } from './states.tsx'

interface ListProps<Row> extends Omit<TableProps<Row>, 'empty'> {
  /** The query of the rows. Its error takes the place of the table while there are no rows to show. */
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
  /** Whether a search or a filter narrows the list. */
  readonly isFiltered?: boolean
  /** Removes the search and the filters. */
  readonly onClear?: () => void
  /** What stands in place of the table when the list has no entries yet. */
  readonly nothing: ReactNode
}

/** The table of a list, with its error and its two empty states: no entries yet, and no entries found. */
export function List<Row>(props: ListProps<Row>) {
  const { query, isFiltered = false, onClear, nothing, ...table } = props
  if (query.error && !table.rows) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return <DataTable {...table} empty={isFiltered ? <NothingFound onClear={onClear} /> : nothing} />
}

/**
 * A page with one list, which has the title of the page and fills it. The search and the buttons that create entries
 * are its `actions`, the filters its `toolbar`, and the open entry its `pane`; `children` stand above the table. While
 * texts of its cells are loaded, the table looks as it does while its rows are.
 */
export function ListPage<Row>(
  props: Omit<PageProps, 'isFlush' | 'children'> &
    Omit<ListProps<Row>, 'label' | 'query'> & {
      readonly query: ListProps<Row>['query'] & { readonly isFetching: boolean }
      readonly children?: ReactNode
    },
) {
  const { children, isBusy = props.query.isFetching, ...parts } = props
  return (
    <Page {...parts} isFlush isBusy={isBusy}>
      {children}
      <Suspense fallback={<DataTable {...parts} label={props.title} rows={undefined} />}>
        <List {...parts} label={props.title} />
      </Suspense>
    </Page>
  )
}
