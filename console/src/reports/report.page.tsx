import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { EmptyState, ErrorState, QueryView } from '../ui/states.tsx'
import css from './report.module.css'
import { isComplete } from './report-fields.ts'
import { ReportParameters } from './report-parameters.tsx'
import { type Run, reportName, reportQuery, reportsQuery, rowsQuery, runBody } from './report-queries.ts'
import { ReportRows } from './report-rows.tsx'

const route = getRouteApi('/shell/reports/$namespace/$code')

/** A report: its parameters, its rows as a chart and a table, and their export. */
export function ReportPage() {
  const { t } = useI18n()
  const of = route.useParams()
  const { values = {}, sort, page = 1, size = 50 } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  // What the list of reports knows already is shown at once.
  const report = useQuery({
    ...reportQuery(of.namespace, of.code),
    placeholderData: () =>
      client
        .getQueryData(reportsQuery.queryKey)
        ?.find(({ namespace, code }) => namespace === of.namespace && code === of.code),
  })
  const canRun = report.data !== undefined && isComplete(report.data.parameters, values)
  const run = { values, sort }
  const rows = useQuery({ ...rowsQuery(of, run, page, size), enabled: canRun, placeholderData: keepPreviousData })
  const parameters = report.data?.parameters ?? []
  return (
    <Page
      title={report.data ? reportName(report.data, t) : t('reports.name')}
      above={<Link to="/reports">{t('app.reports')}</Link>}
      beside={canRun && rows.data && t('reports.rows', { count: rows.data.total })}
      isBusy={report.isPending || rows.isFetching}
      actions={canRun && <ReportExport of={of} run={run} />}
      toolbar={
        report.isPending ? (
          <div className={css.awaited} />
        ) : (
          parameters.length > 0 && (
            <ReportParameters
              key={`${of.namespace}.${of.code} ${JSON.stringify(values)}`}
              parameters={parameters}
              values={values}
              error={rows.error}
              onRun={(next) => {
                if (JSON.stringify(next) === JSON.stringify(values)) rows.refetch()
                else navigate({ search: (now) => ({ ...now, values: next, page: undefined }) })
              }}
            />
          )
        )
      }
      footer={
        canRun && (
          <Pager
            page={page}
            size={size}
            total={rows.data?.total ?? 0}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            onSize={(next) => navigate({ search: (now) => ({ ...now, size: next, page: undefined }) })}
          />
        )
      }
    >
      <QueryView query={report}>
        {(found) => {
          if (!canRun) return <EmptyState title={t('reports.fillIn')} text={t('reports.fillInText')} />
          if (rows.error && (!rows.data || rows.isPlaceholderData))
            return <ErrorState error={rows.error} onRetry={() => rows.refetch()} />
          return <ReportRows report={found} rows={rows.data?.rows} />
        }}
      </QueryView>
    </Page>
  )
}

const path = '/api/v1/reports/{namespace}/{code}/export'

/** Links that download all rows of a report. */
function ReportExport({ of, run }: { of: { namespace: string; code: string }; run: Run }) {
  const { t } = useI18n()
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<DownloadIcon />}
      href={addressOf(path, of, { format, ...runBody(run) })}
      download={`${of.namespace}-${of.code}.${format}`}
    >
      {t(format === 'csv' ? 'reports.exportCsv' : 'reports.exportXlsx')}
    </Button>
  ))
}
