import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { ReportsIcon } from '../ui/icons.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { EmptyState } from '../ui/states.tsx'
import css from './report.module.css'
import { type Report, reportName, reportsQuery } from './report-queries.ts'

const route = getRouteApi('/shell/reports')
const keyOf = ({ namespace, code }: Report) => `${namespace}.${code}`

/** The reports that the user can run. */
export function ReportsPage() {
  const { t } = useI18n()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(reportsQuery)
  const columns = useColumns()
  const find = (text: string) => navigate({ search: { q: text || undefined }, replace: true })
  const wanted = q.toLowerCase()
  const rows = query.data?.filter((report) =>
    `${reportName(report, t)} ${report.description}`.toLowerCase().includes(wanted),
  )
  return (
    <ListPage
      title={t('app.reports')}
      beside={query.data?.length}
      isBusy={false}
      actions={<SearchBox value={q} onChange={find} />}
      query={query}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      onOpen={({ namespace, code }) => navigate({ to: '/reports/$namespace/$code', params: { namespace, code } })}
      isFiltered={q !== ''}
      onClear={() => find('')}
      nothing={<EmptyState icon={<ReportsIcon size={28} />} title={t('reports.none')} text={t('reports.noneText')} />}
    />
  )
}

function useColumns(): readonly Column<Report>[] {
  const { t } = useI18n()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  return useMemo(() => {
    const names = new Map(namespaces.map(({ code, name }) => [code, name]))
    return [
      {
        key: 'name',
        title: t('reports.name'),
        render: (report) => (
          <Link to="/reports/$namespace/$code" params={{ namespace: report.namespace, code: report.code }}>
            {reportName(report, t)}
          </Link>
        ),
      },
      {
        key: 'place',
        title: t('reports.place'),
        render: ({ namespace }) => names.get(namespace) ?? t('reports.platform'),
      },
      {
        key: 'description',
        title: t('reports.description'),
        isMain: true,
        render: ({ description }) => <span className={css.description}>{description}</span>,
      },
    ]
  }, [t, namespaces])
}
