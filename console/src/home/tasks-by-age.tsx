import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { BarChart } from '../reports/charts/bar-chart.tsx'
import type { Row } from '../reports/report-queries.ts'
import { ChartCard } from './chart-card.tsx'
import css from './home.module.css'

const ages = ['age1', 'age2', 'age3', 'age4', 'age5'] as const

/** Adds rows for the ages that no task has, so that the chart always has the same rows. */
const withAllAges = (rows: readonly Row[]): readonly Row[] =>
  ages.map((_, index) => rows.find(({ place }) => place === index + 1) ?? { place: index + 1, open: 0, overdue: 0 })

/** Open tasks by their age; overdue ones are marked. */
export function TasksByAge() {
  const { t } = useI18n()
  const { number } = useFormats()
  const ageOf = ({ place }: Row) => t(`reports.${ages[Number(place) - 1] ?? 'age5'}`)
  const textOf = ({ open, overdue }: Row) =>
    Number(overdue) > 0
      ? t('reports.openAndOverdue', { open: Number(open), overdue: Number(overdue) })
      : number(Number(open))
  return (
    <ChartCard
      code="open_tasks_by_age"
      empty={t('reports.tasksByAgeEmpty')}
      prepare={withAllAges}
      rowKey={({ place }) => String(place)}
      columns={[
        { key: 'age', title: t('reports.age'), render: ageOf },
        { key: 'open', title: t('reports.open'), isNumber: true, render: ({ open }) => number(Number(open)) },
        { key: 'overdue', title: t('reports.overdue'), isNumber: true, render: (row) => number(Number(row.overdue)) },
      ]}
      legend={
        <p className={css.legend}>
          <span data-kind="open">{t('reports.open')}</span>
          <span data-kind="overdue">{t('reports.overdue')}</span>
        </p>
      }
    >
      {(rows, title) => (
        <BarChart
          label={title}
          bars={rows.map((row) => ({
            key: String(row.place),
            label: ageOf(row),
            value: Number(row.open),
            part: Number(row.overdue),
            text: textOf(row),
          }))}
        />
      )}
    </ChartCard>
  )
}
