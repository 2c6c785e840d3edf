import type { ReactNode } from 'react'

/** A column of a table. Keep the list of columns in `useMemo`, so that rows are not rendered again without need. */
export interface Column<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly render: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** Whether the column names the row: it is bold and takes the free width. */
  readonly isMain?: boolean
  readonly align?: 'end'
}
