import { Link } from '@tanstack/react-router'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { BarChart } from '../reports/charts/bar-chart.tsx'
import type { Row } from '../reports/report-queries.ts'
import { ChartCard } from './chart-card.tsx'
import { useProcessName, useStepName } from './process-names.ts'

const maxBars = 5
const keyOf = ({ process, element, kind }: Row) => [process, element, kind].join(' ')

/** Open incidents by process and element. */
export function OpenIncidents() {
  const { t } = useI18n()
  const { number, shortDateTime } = useFormats()
  const nameOf = useProcessName()
  const stepOf = useStepName()
  const placeOf = (row: Row) => [nameOf(row), stepOf(row)].filter(Boolean).join(' · ')
  return (
    <ChartCard
      code="open_incidents"
      empty={t('reports.openIncidentsEmpty')}
      action={<Link to="/incidents">{t('app.incidents')}</Link>}
      rowKey={keyOf}
      columns={[
        { key: 'place', title: t('reports.processAndElement'), render: placeOf },
        { key: 'open', title: t('reports.open'), isNumber: true, render: ({ open }) => number(Number(open)) },
        {
          key: 'oldest',
          title: t('reports.oldest'),
          isNumber: true,
          render: (row) => shortDateTime(String(row.oldest)),
        },
      ]}
    >
      {(rows, title) => (
        <BarChart
          label={title}
          bars={rows.slice(0, maxBars).map((row) => ({
            key: keyOf(row),
            label: placeOf(row),
            value: Number(row.open),
            text: number(Number(row.open)),
          }))}
        />
      )}
    </ChartCard>
  )
}
