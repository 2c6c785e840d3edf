import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useI18n } from '../i18n/index.tsx'
import { type ChartColumn, ChartTable } from '../reports/charts/chart-table.tsx'
import { type Report, type Row, reportName, rowsQuery } from '../reports/report-queries.ts'
import { QueryView } from '../ui/states.tsx'
import css from './home.module.css'

const maxRows = 200

/** A column of the table of a chart. */
export type HomeColumn = ChartColumn<Row>

/**
 * A chart of a report of the platform, with the rows as a table. The card is left out when the user may not run the
 * report. `prepare` changes the rows before they are shown, for example by adding weeks without registrations.
 */
export function ChartCard(props: {
  code: string
  /** A note on the numbers of the chart, such as their period. */
  note?: string
  /** The text that is shown instead of the chart when there are no rows. */
  empty: string
  columns: readonly HomeColumn[]
  rowKey: (row: Row) => string
  prepare?: (rows: readonly Row[]) => readonly Row[]
  legend?: ReactNode
  /** Link to the page on which the work that the chart counts is done. */
  action?: ReactNode
  children: (rows: readonly Row[], title: string) => ReactNode
}) {
  const { code, note, empty, columns, rowKey, prepare, legend, action, children } = props
  const { t } = useI18n()
  const report = { namespace: 'system', code, name: code } satisfies Partial<Report>
  const query = useQuery(rowsQuery(report, { values: {}, sort: undefined }, 1, maxRows))
  if (query.error instanceof ApiError && [403, 404].includes(query.error.status) && !query.data) return null
  const title = reportName(report, t)
  return (
    <section className={css.card} aria-labelledby={`home-${code}`}>
      <h2 id={`home-${code}`} className="caption">
        <Link to="/reports/$namespace/$code" params={report}>
          {title}
        </Link>
      </h2>
      <QueryView query={query}>
        {({ rows }) => {
          if (rows.length === 0) return <p className={css.empty}>{empty}</p>
          const shown = prepare ? prepare(rows) : rows
          return (
            <>
              {note && <p className={css.note}>{note}</p>}
              {children(shown, title)}
              {legend}
              {action}
              <details className={css.details}>
                <summary>{t('reports.asTable')}</summary>
                <ChartTable label={title} columns={columns} rows={shown} rowKey={rowKey} />
              </details>
            </>
          )
        }}
      </QueryView>
    </section>
  )
}
