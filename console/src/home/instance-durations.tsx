import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { BarChart } from '../reports/charts/bar-chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { useProcessName } from './process-names.ts'

const hourMs = 3_600_000
const maxBars = 5

/** The median duration of the instances of each process; the chart shows the first `maxBars` processes. */
export function InstanceDurations() {
  const { t } = useI18n()
  const { number, duration } = useFormats()
  const nameOf = useProcessName()
  const took = (hours: unknown) => duration(Math.round(Number(hours) * hourMs))
  return (
    <ChartCard
      code="instance_durations"
      note={t('reports.instanceDurationsNote')}
      empty={t('reports.instanceDurationsEmpty')}
      rowKey={({ process }) => String(process)}
      columns={[
        { key: 'process', title: t('reports.process'), render: nameOf },
        {
          key: 'completed',
          title: t('reports.completed'),
          isNumber: true,
          render: (row) => number(Number(row.completed)),
        },
        { key: 'median', title: t('reports.median'), isNumber: true, render: (row) => took(row.median_hours) },
        { key: 'average', title: t('reports.average'), isNumber: true, render: (row) => took(row.average_hours) },
      ]}
    >
      {(rows, title) => (
        <BarChart
          label={title}
          bars={rows.slice(0, maxBars).map((row) => ({
            key: String(row.process),
            label: nameOf(row),
            value: Number(row.median_hours),
            text: took(row.median_hours),
          }))}
        />
      )}
    </ChartCard>
  )
}
