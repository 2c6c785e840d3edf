import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { ListPage } from '../ui/list-page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { pollMs } from './queries.ts'
import { type RestorePoint, restorePointStates } from './restore-points/restore-point.ts'
import { RestorePointPane } from './restore-points/restore-point-pane.tsx'

const route = getRouteApi('/shell/restore-points')
const size = 50

/** The restore points, by which other systems answer delegated activities; by default those that are open. */
export function RestorePointsPage() {
  const { t } = useI18n()
  const { state, page = 1, open } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const request = { state: state ?? ('open' as const), from: (page - 1) * size, size }
  const query = useQuery({
    queryKey: keys.restorePoints(request),
    queryFn: async ({ signal }) => (await call('listRestorePoints', { query: request, signal })).result,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const { data, error, refetch, isFetching } = query
  const rows = data?.result as unknown as readonly RestorePoint[] | undefined
  const opened = rows?.find(({ id }) => id === open)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <ListPage
      title={t('processes.restorePoints')}
      beside={t('processes.restorePointsText')}
      isBusy={isFetching && data === undefined}
      toolbar={
        <Segments
          label={t('processes.state')}
          segments={[
            { key: '', label: t('processes.point_open') },
            { key: 'used', label: t('processes.point_used') },
            { key: 'expired', label: t('processes.point_expired') },
            { key: 'revoked', label: t('processes.point_revoked') },
            { key: 'all', label: t('processes.showAll') },
          ]}
          selected={state ?? ''}
          onSelect={(key) =>
            navigate({ search: (now) => ({ ...now, state: (key || undefined) as typeof state, page: undefined }) })
          }
        />
      }
      pane={
        opened && (
          <RestorePointPane
            key={open}
            point={opened}
            onClose={() => navigate({ search: (now) => ({ ...now, open: undefined }) })}
          />
        )
      }
      footer={
        data && data.total > size ? (
          <Pager
            page={page}
            size={size}
            total={data.total}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
          />
        ) : undefined
      }
      query={query}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      openKey={open}
      onOpen={({ id }) => navigate({ search: (now) => ({ ...now, open: id }) })}
      nothing={<EmptyState title={t('processes.noRestorePoints')} text={t('processes.noRestorePointsText')} />}
    />
  )
}

function useColumns(): readonly Column<RestorePoint>[] {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  return useMemo(
    () => [
      { key: 'instance', title: t('processes.instance'), isMain: true, render: ({ instance }) => instance?.name },
      { key: 'element', title: t('processes.step'), render: ({ elementId }) => elementId },
      { key: 'url', title: t('processes.address'), render: ({ url }) => url },
      {
        key: 'state',
        title: t('processes.state'),
        render: ({ state }) => (
          <StatusChip tone={restorePointStates[state]}>{t(`processes.point_${state}`)}</StatusChip>
        ),
      },
      { key: 'attempts', title: t('processes.attempts'), align: 'end', render: ({ attempts }) => attempts },
      { key: 'createdAt', title: t('processes.since'), render: ({ createdAt }) => shortDateTime(createdAt) },
      {
        key: 'expiresAt',
        title: t('processes.until'),
        render: ({ expiresAt }) => (expiresAt ? shortDateTime(expiresAt) : ''),
      },
    ],
    [t, shortDateTime],
  )
}
