import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { List } from '../ui/list-page.tsx'
import { Pager } from '../ui/pager.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { lookOf } from './instance-state.ts'
import { modelQuery, pollMs, type Template } from './queries.ts'
import css from './split.module.css'

const route = getRouteApi('/shell/processes/$namespace/$code')
const size = 50

interface Row {
  readonly __id: string
  readonly __name: string
  readonly __state: string
  readonly __templateVersion: number
  readonly __createdAt: string
  readonly __endedAt: string | null
  readonly __createdBy: { readonly __name?: string } | null
}

/** The instances of a template, filtered as the address says; the element filter is chosen in the diagram. */
export function InstanceList({ template }: { template: Template }) {
  const { t } = useI18n()
  const { namespace, code } = template
  const search = route.useSearch()
  const { state, version, element, q = '', sort = '-__createdAt', page = 1 } = search
  const go = route.useNavigate()
  const open = useNavigate()
  const sorting = { key: sort.replace(/^-/, ''), isAscending: !sort.startsWith('-') }
  const body = {
    ...instanceFilter(`${namespace}.${code}`, search),
    from: (page - 1) * size,
    size,
    fields: {
      __name: true,
      __state: true,
      __templateVersion: true,
      __createdAt: true,
      __endedAt: true,
      __createdBy: { __name: true },
    },
    sortExpressions: [{ field: sorting.key, ascending: sorting.isAscending }],
  }
  const query = useQuery({
    queryKey: keys.instances(body),
    queryFn: async ({ signal }) => (await call('listAllInstances', { query: { query: body }, signal })).result,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const { data, error, refetch, isFetching } = query
  const columns = useColumns()
  const change = (next: Partial<typeof search>) =>
    go({ search: (now) => ({ ...now, page: undefined, ...next }), replace: next.page === undefined })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  const isFiltered = state !== undefined || version !== undefined || element !== undefined || q !== ''
  return (
    <>
      <InstanceFilters template={template} change={change} />
      <div aria-busy={isFetching && data === undefined} style={{ display: 'contents' }}>
        <List
          query={query}
          label={t('processes.instances')}
          columns={columns}
          rows={data?.result as unknown as readonly Row[] | undefined}
          rowKey={({ __id }) => __id}
          sort={sorting}
          onSort={({ key, isAscending }) => change({ sort: isAscending ? key : `-${key}` })}
          onOpen={({ __id }) => open({ to: '/instances/$id', params: { id: __id } })}
          isFiltered={isFiltered}
          nothing={<EmptyState title={t('processes.noInstances')} text={t('processes.noInstancesText')} />}
        />
      </div>
      {data !== undefined && data.total > size && (
        <div className={css.bar}>
          <Pager page={page} size={size} total={data.total} onPage={(next) => change({ page: next })} />
        </div>
      )}
    </>
  )
}

type Search = ReturnType<typeof route.useSearch>

/** The filters of the list by state, element, version and text. */
function InstanceFilters(props: { template: Template; change: (next: Partial<Search>) => void }) {
  const { template, change } = props
  const { t } = useI18n()
  const { state, version, element, q = '' } = route.useSearch()
  const { data: model } = useQuery(modelQuery(template.namespace, template.code, version ?? template.version))
  const chip = (key: 'element' | 'version', name: string, value: string) => ({
    ...{ key, name, value, relation: '' },
    onRemove: () => change({ [key]: undefined }),
  })
  return (
    <div className={css.bar}>
      <Segments
        label={t('processes.state')}
        segments={[
          { key: '', label: t('processes.showAll') },
          ...(['running', 'error', 'done', 'cancel'] as const).map((key) => ({
            key,
            label: t(key === 'running' ? 'processes.running' : lookOf(key)[0]),
          })),
        ]}
        selected={state ?? ''}
        onSelect={(key) => change({ state: (key || undefined) as typeof state })}
      />
      <FilterChips
        chips={[
          ...(element === undefined
            ? []
            : [chip('element', t('processes.waitsAt'), model?.model.byId.get(element)?.name ?? element)]),
          ...(version === undefined ? [] : [chip('version', t('processes.version'), String(version))]),
        ]}
      />
      <SearchBox value={q} onChange={(text) => change({ q: text || undefined })} />
    </div>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  return useMemo(
    () => [
      {
        key: '__name',
        title: t('processes.name'),
        isMain: true,
        isSortable: true,
        render: ({ __id, __name }) => (
          <Link to="/instances/$id" params={{ id: __id }}>
            {__name}
          </Link>
        ),
      },
      {
        key: '__state',
        title: t('processes.state'),
        render: ({ __state }) => {
          const [label, tone] = lookOf(__state)
          return <StatusChip tone={tone}>{t(label)}</StatusChip>
        },
      },
      {
        key: '__templateVersion',
        title: t('processes.version'),
        align: 'end',
        isSortable: true,
        render: ({ __templateVersion }) => __templateVersion,
      },
      { key: '__createdBy', title: t('processes.startedBy'), render: ({ __createdBy }) => __createdBy?.__name ?? '' },
      {
        key: '__createdAt',
        title: t('processes.startedAt'),
        isSortable: true,
        render: ({ __createdAt }) => shortDateTime(__createdAt),
      },
      {
        key: '__endedAt',
        title: t('processes.endedAt'),
        isSortable: true,
        render: ({ __endedAt }) => (__endedAt ? shortDateTime(__endedAt) : ''),
      },
    ],
    [t, shortDateTime],
  )
}

/** The filters of a list of instances, as written in the address. */
interface InstanceFilters {
  readonly state?: string
  readonly version?: number
  readonly element?: string
  readonly q?: string
}

/** Returns the part of a list request that selects instances of one process, given by its path. */
function instanceFilter(process: string, { state, version, element, q }: InstanceFilters) {
  const isOneState = state !== undefined && state !== 'running'
  return {
    active: state === 'running',
    process,
    ...(element !== undefined && { elementId: element }),
    filter: {
      tf: {
        ...(isOneState && { __state: state }),
        ...(version !== undefined && { __templateVersion: version }),
        ...(q && { __name: q }),
      },
    },
  }
}
