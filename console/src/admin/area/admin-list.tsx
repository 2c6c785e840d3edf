import type { ReactNode } from 'react'
import { DataTable, type TableProps } from '../../ui/data-table.tsx'
import { ErrorState, NothingFound } from '../../ui/states.tsx'

/** The table of a list, with its error and two empty states: no entries yet, and no entries found. */
export function AdminList<Row>(
  props: Omit<TableProps<Row>, 'rows' | 'empty'> & {
    query: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown }
    /** Whether the list is filtered. */
    isFiltered: boolean
    onClear: () => void
    /** Content when the list has no entries yet. */
    nothing: ReactNode
  },
) {
  const { query, isFiltered, onClear, nothing, ...table } = props
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const notFound = <NothingFound onClear={onClear} />
  return <DataTable {...table} rows={query.data} empty={isFiltered ? notFound : nothing} />
}
