import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUserNames } from '../api/names.ts'
import { typeNamed, typeOf } from '../fields/field-types.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { isEmpty } from '../fields/is-empty.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import css from './report.module.css'
import { ReportChart } from './report-chart.tsx'
import { columnField, type ReportColumn } from './report-fields.ts'
import { type Report, type Row, reportName } from './report-queries.ts'

const route = getRouteApi('/shell/reports/$namespace/$code')
type Numbered = { readonly key: string; readonly row: Row }

/** The rows of a report as a table, with a chart above when the rows can be drawn as one. */
export function ReportRows({ report, rows }: { report: Report; rows: readonly Row[] | undefined }) {
  const { t } = useI18n()
  const { sort } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns(report, rows ?? [])
  const numbered = useMemo(() => rows?.map((row, index): Numbered => ({ key: String(index), row })), [rows])
  const sorted = sort ?? presetSort(report)
  // The table is not shown before the chart, because the chart would move the table.
  if (!rows) return <Skeleton lines={8} />
  return (
    <div className={css.rows}>
      <ReportChart report={report} rows={rows} />
      <DataTable
        label={reportName(report, t)}
        columns={columns}
        rows={numbered}
        rowKey={({ key }) => key}
        sort={sorted ? { key: sorted.replace(/^-/, ''), isAscending: !sorted.startsWith('-') } : undefined}
        onSort={({ key, isAscending }) =>
          navigate({ search: (now) => ({ ...now, sort: `${isAscending ? '' : '-'}${key}`, page: undefined }) })
        }
        empty={<EmptyState title={t('reports.noRows')} text={t('reports.noRowsText')} />}
      />
    </div>
  )
}

const presetSort = ({ sort: [first] }: Report): string | undefined =>
  first && `${first.ascending ? '' : '-'}${first.column}`

const refersToUsers = ({ type }: ReportColumn): boolean => typeNamed(type).refersTo === 'users'

function useColumns(report: Report, rows: readonly Row[]): readonly Column<Numbered>[] {
  const userCodes = report.columns.filter(refersToUsers).map(({ code }) => code)
  const ids = rows.flatMap((row) => userCodes.map((code) => row[code])).filter((id) => typeof id === 'string')
  const names = useUserNames(ids)
  return useMemo(
    () =>
      report.columns.map((column): Column<Numbered> => {
        const field = columnField(column)
        const named = (id: unknown) => (id === null ? null : [{ __id: id, __name: names.get(String(id)) ?? null }])
        return {
          key: column.code,
          title: column.name,
          // Reports sort by every value that can be compared.
          isSortable: typeOf(field).filter !== 'empty',
          align: typeOf(field).align,
          // As in the chart, a dash stands for what the report groups under no name.
          render: ({ row }) =>
            isEmpty(row[column.code]) ? (
              '—'
            ) : (
              <FieldValue
                field={field}
                value={refersToUsers(column) ? named(row[column.code]) : row[column.code]}
                isInList
              />
            ),
        }
      }),
    [report, names],
  )
}
