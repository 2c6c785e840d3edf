import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { LineChart } from '../reports/charts/line-chart.tsx'
import { ChartCard } from './chart-card.tsx'
import { dayOf, withAllWeeks } from './weeks.ts'

/** Registrations of the last twelve weeks. */
export function RegistrationsByWeek() {
  const { t } = useI18n()
  const { number, date } = useFormats()
  return (
    <ChartCard
      code="registrations_by_week"
      empty={t('reports.registrationsByWeekEmpty')}
      prepare={withAllWeeks}
      rowKey={dayOf}
      columns={[
        { key: 'week', title: t('reports.week'), render: (row) => date(dayOf(row)) },
        {
          key: 'registered',
          title: t('reports.registered'),
          isNumber: true,
          render: (row) => number(Number(row.registered)),
        },
        {
          key: 'annulled',
          title: t('reports.annulled'),
          isNumber: true,
          render: (row) => number(Number(row.annulled)),
        },
      ]}
    >
      {(rows, title) => (
        <LineChart
          label={title}
          points={rows.map((row) => ({ key: dayOf(row), label: date(dayOf(row)), value: Number(row.registered) }))}
        />
      )}
    </ChartCard>
  )
}
