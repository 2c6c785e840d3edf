import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import type { Column } from '../ui/column.ts'
import { ProcessIcon } from '../ui/icons.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { type Template, templatesQuery } from './queries.ts'
import { StartButton } from './start-button.tsx'

const route = getRouteApi('/shell/processes')

/** The process templates with the numbers of their instances. */
export function TemplatesPage() {
  const { t } = useI18n()
  const { q = '', show } = route.useSearch()
  const navigate = useNavigate()
  const setSearch = route.useNavigate()
  const query = useQuery(templatesQuery)
  const { data, error, refetch } = query
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const columns = useColumns()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  const rows = data?.filter((template) => isShown(template, q, show))
  return (
    <ListPage
      title={t('app.processes')}
      beside={data && t('processes.count', { count: data.length })}
      isBusy={false}
      actions={
        <>
          <SearchBox
            value={q}
            onChange={(text) => setSearch({ search: (now) => ({ ...now, q: text || undefined }), replace: true })}
          />
          {data?.some(({ rights }) => rights.includes('administer')) && (
            <>
              <ButtonLink to="/incidents" variant="default">
                {t('app.incidents')}
              </ButtonLink>
              <ButtonLink to="/restore-points" variant="default">
                {t('processes.restorePoints')}
              </ButtonLink>
            </>
          )}
          {isAdministrator && <ButtonLink to="/processes/new">{t('processes.newProcess')}</ButtonLink>}
        </>
      }
      toolbar={
        <Segments
          label={t('processes.show')}
          segments={[
            { key: '', label: t('processes.showAll') },
            { key: 'running', label: t('processes.showRunning') },
            { key: 'incidents', label: t('processes.showIncidents') },
          ]}
          selected={show ?? ''}
          onSelect={(key) =>
            setSearch({ search: (now) => ({ ...now, show: (key || undefined) as typeof show }), replace: true })
          }
        />
      }
      query={query}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ namespace, code }) => navigate({ to: '/processes/$namespace/$code', params: { namespace, code } })}
      isFiltered={data?.length !== 0}
      nothing={
        <EmptyState
          icon={<ProcessIcon size={28} />}
          title={t('processes.noProcesses')}
          text={t('processes.noProcessesText')}
        />
      }
    />
  )
}

function isShown({ name, namespace, code, counts }: Template, q: string, show?: 'running' | 'incidents'): boolean {
  const words = q.toLowerCase().split(/\s+/)
  const isFound = words.every((word) => `${name} ${namespace}.${code}`.toLowerCase().includes(word))
  return isFound && (show === undefined || (counts?.[show] ?? 0) > 0)
}

function useColumns(): readonly Column<Template>[] {
  const { t } = useI18n()
  const { number } = useFormats()
  return useMemo(() => {
    const count = (key: 'running' | 'finished') => (row: Template) => (row.counts ? number(row.counts[key]) : '')
    return [
      {
        key: 'name',
        title: t('processes.name'),
        isMain: true,
        render: ({ name, namespace, code }) => (
          <Link to="/processes/$namespace/$code" params={{ namespace, code }}>
            {name}
          </Link>
        ),
      },
      { key: 'path', title: t('processes.path'), render: ({ namespace, code }) => `${namespace}.${code}` },
      {
        key: 'incidents',
        title: t('processes.incidents'),
        render: ({ counts }) =>
          counts && counts.incidents > 0 ? (
            <StatusChip tone="danger">{t('processes.incidentCount', { count: counts.incidents })}</StatusChip>
          ) : null,
      },
      { key: 'running', title: t('processes.running'), align: 'end', render: count('running') },
      { key: 'finished', title: t('processes.finished'), align: 'end', render: count('finished') },
      { key: 'version', title: t('processes.version'), align: 'end', render: ({ version }) => version },
      {
        key: 'start',
        title: <span className="visually-hidden">{t('app.actions')}</span>,
        render: (row) => <StartButton template={row} isCompact />,
      },
    ]
  }, [t, number])
}
