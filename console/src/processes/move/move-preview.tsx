import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Template } from '../queries.ts'
import css from '../split.module.css'
import { MappingForm } from './mapping-form.tsx'
import { MoveTable, shownAtMost } from './move-table.tsx'

const route = getRouteApi('/shell/processes/$namespace/$code/move')

/** A preview of which instances can move to a version. The button "Move" waits for the preview of its settings. */
export function MovePreview({ template, version }: { template: Template; version: number }) {
  const { t } = useI18n()
  const { namespace, code } = template
  const { instances, map = [], show } = route.useSearch()
  const navigate = route.useNavigate()
  const params = { namespace, code }
  const mapping = Object.fromEntries(map.map((each) => each.split(':') as [string, string]))
  const body = { version, mapping, ...(instances ? { instanceIds: instances } : { updateAllActive: true }) }
  const preview = useQuery({
    queryKey: keys.movePreview(namespace, code, body),
    queryFn: ({ signal }) => call('previewVersion', { params, body: { ...body, size: shownAtMost }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const move = useAction({
    run: () => call('moveInstances', { params, body }),
    invalidates: staleAfter.move(),
    onDone: ({ batch }) => void navigate({ search: (now) => ({ ...now, batch: batch.id }) }),
  })
  const { data, error, isPlaceholderData, isFetching, refetch } = preview
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton />
  if (data.total === 0)
    return <EmptyState title={t('processes.nothingToMove')} text={t('processes.nothingToMoveText')} />
  return (
    <>
      <div className={css.bar}>
        <Segments
          label={t('processes.show')}
          segments={[
            { key: '', label: `${t('processes.showAll')} ${data.total}` },
            { key: 'moves', label: `${t('processes.moves')} ${data.moves}` },
            { key: 'blocked', label: `${t('processes.blocked')} ${data.blocked}` },
          ]}
          selected={show ?? ''}
          onSelect={(key) =>
            navigate({ search: (now) => ({ ...now, show: (key || undefined) as typeof show }), replace: true })
          }
        />
        <ButtonWithReason
          reason={data.moves === 0 ? t('processes.noneMoves') : undefined}
          disabled={isPlaceholderData || isFetching}
          loading={move.isPending}
          onClick={() => move.mutate()}
        >
          {t('processes.moveCount', { count: data.moves })}
        </ButtonWithReason>
      </div>
      <MappingForm
        template={template}
        version={version}
        reasons={data.instances.flatMap(({ reasons }) => reasons)}
        mapping={mapping}
        onChange={(next) =>
          navigate({
            search: (now) => ({ ...now, map: Object.entries(next).map(([from, to]) => `${from}:${to}`) }),
            replace: true,
          })
        }
      />
      <MoveTable rows={data.instances} show={show} hasMore={data.next !== null} />
    </>
  )
}
