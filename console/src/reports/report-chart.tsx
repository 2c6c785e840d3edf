import { NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { typeOf } from '../fields/field-types.ts'
import { shownMoment } from '../fields/types/datetime/moments.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { chartData } from './chart-data.ts'
import { BarChart } from './charts/bar-chart.tsx'
import { LineChart } from './charts/line-chart.tsx'
import css from './report.module.css'
import { columnField } from './report-fields.ts'
import { type Report, type Row, reportName } from './report-queries.ts'

const route = getRouteApi('/shell/reports/$namespace/$code')

/** A chart of one column of numbers of the shown rows: a line over dates, bars over texts. */
export function ReportChart({ report, rows }: { report: Report; rows: readonly Row[] }) {
  const { t } = useI18n()
  const formats = useFormats()
  const { chart } = route.useSearch()
  const navigate = route.useNavigate()
  const data = chartData(report.columns, rows)
  const shown = data?.numbers.find(({ code }) => code === chart) ?? data?.numbers[0]
  if (!data || !shown) return null
  const field = columnField(data.label)
  const isDate = typeOf(field).inCharts === 'date'
  const points = rows.map((row) => {
    const key = String(row[data.label.code] || '—')
    const value = Number(row[shown.code] ?? 0)
    return { key, label: isDate ? shownMoment(key, field, formats) : key, value, text: formats.number(value) }
  })
  const label = t('reports.chartOf', { name: reportName(report, t), column: shown.name })
  return (
    <div className={css.chart}>
      {data.numbers.length > 1 && (
        <NativeSelect
          className={css.parameter}
          label={t('reports.shownColumn')}
          data={data.numbers.map(({ code, name }) => ({ value: code, label: name }))}
          value={shown.code}
          onChange={({ currentTarget: { value } }) =>
            navigate({ search: (now) => ({ ...now, chart: value }), replace: true })
          }
        />
      )}
      {isDate ? (
        <LineChart label={label} points={points.toSorted((a, b) => a.key.localeCompare(b.key))} />
      ) : (
        <BarChart label={label} bars={points} />
      )}
    </div>
  )
}
