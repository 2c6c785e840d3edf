import type { ReactNode } from 'react'
import css from './charts.module.css'

/** A column of the table beside a chart. The first column names the rows. */
export interface ChartColumn<Row> {
  readonly key: string
  readonly title: string
  readonly isNumber?: boolean
  readonly render: (row: Row) => ReactNode
}

/** The numbers of a chart as a table. */
export function ChartTable<Row>(props: {
  label: string
  columns: readonly ChartColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  const { label, columns, rows, rowKey } = props
  const alignOf = ({ isNumber }: ChartColumn<Row>) => (isNumber ? 'end' : undefined)
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={alignOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row">
                  {column.render(row)}
                </th>
              ) : (
                <td key={column.key} data-align={alignOf(column)}>
                  {column.render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
