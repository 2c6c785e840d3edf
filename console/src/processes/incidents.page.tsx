import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { GroupPane } from './incidents/group-pane.tsx'
import { groupKey, groupsQuery, type IncidentGroup } from './incidents/groups.ts'
import { modelQuery, templatesQuery } from './queries.ts'
import { withStepNames } from './step-words.ts'

const route = getRouteApi('/shell/incidents')

interface Row extends IncidentGroup {
  readonly process: string
  readonly elementName: string
}

/** Open incidents by cause. Each cause opens a pane with its incidents and the actions on them. */
export function IncidentsPage() {
  const { t } = useI18n()
  const { q = '', group, batch } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(groupsQuery)
  const { data, error, refetch } = query
  const rows = useNamed(data)
  const columns = useColumns()
  const words = q.toLowerCase().split(/\s+/)
  const shown = rows?.filter(({ process, namespace, code, elementName, message, kind }) => {
    const text = `${process} ${namespace}.${code} ${elementName} ${message} ${kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const opened = rows?.find((row) => groupKey(row) === group)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <ListPage
      title={t('app.incidents')}
      beside={data && t('processes.incidentCount', { count: data.reduce((sum, { count }) => sum + count, 0) })}
      isBusy={false}
      actions={
        <SearchBox
          value={q}
          onChange={(text) => navigate({ search: (now) => ({ ...now, q: text || undefined }), replace: true })}
        />
      }
      pane={
        opened && (
          <GroupPane
            key={group}
            group={opened}
            title={opened.elementName}
            process={opened.process}
            onClose={() => navigate({ search: (now) => ({ ...now, group: undefined }) })}
            onBatch={(id) => navigate({ search: (now) => ({ ...now, batch: id, group: undefined }) })}
          />
        )
      }
      query={query}
      columns={columns}
      rows={shown}
      rowKey={groupKey}
      openKey={group}
      onOpen={(row) => navigate({ search: (now) => ({ ...now, group: groupKey(row) }) })}
      isFiltered={q !== ''}
      nothing={
        <EmptyState
          icon={<CheckIcon size={28} />}
          title={t('processes.noOpenIncidents')}
          text={t('processes.noIncidentsText')}
        />
      }
    >
      {batch !== undefined && <BatchProgress id={batch} title={t('processes.retrying')} />}
    </ListPage>
  )
}

/**
 * Returns the groups with the names of their processes and elements. Until a name is loaded, the path of the process
 * or the id of the element stands in its place.
 */
function useNamed(groups: readonly IncidentGroup[] | undefined): readonly Row[] | undefined {
  const { data: templates } = useQuery(templatesQuery)
  const used = templates?.filter(({ id }) => groups?.some(({ template }) => template === id)) ?? []
  const models = useQueries({
    queries: used.map(({ namespace, code, version }) => modelQuery(namespace, code, version)),
  })
  return groups?.map((group) => {
    const at = used.findIndex(({ id }) => id === group.template)
    const nameOf = (id: string) => models[at]?.data?.model.byId.get(id)?.name
    return {
      ...group,
      message: withStepNames(group.message, nameOf),
      process: used[at]?.name ?? `${group.namespace}.${group.code}`,
      elementName: nameOf(group.element) ?? group.element,
    }
  })
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useI18n()
  const { number, shortDateTime } = useFormats()
  return useMemo(
    () => [
      { key: 'message', title: t('processes.message'), isMain: true, render: ({ message }) => message },
      { key: 'count', title: t('processes.number'), align: 'end', render: ({ count }) => number(count) },
      { key: 'process', title: t('processes.process'), render: ({ process }) => process },
      { key: 'element', title: t('processes.step'), render: ({ elementName }) => elementName },
      { key: 'firstAt', title: t('processes.firstAt'), render: ({ firstAt }) => shortDateTime(firstAt) },
      { key: 'lastAt', title: t('processes.lastAt'), render: ({ lastAt }) => shortDateTime(lastAt) },
    ],
    [t, number, shortDateTime],
  )
}
