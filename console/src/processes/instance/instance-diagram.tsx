import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Diagram } from '../diagram/diagram.tsx'
import { ElementTree } from '../diagram/element-tree.tsx'
import { instanceMarks } from '../diagram/marks.ts'
import type { Model } from '../diagram/model.ts'
import { useHeat } from '../heat.ts'
import { type Instance, statisticsQuery } from '../queries.ts'
import css from '../split.module.css'

const route = getRouteApi('/shell/instances/$id')

/** The diagram of an instance: its tokens and path, or the heat map of all instances of its version, or a list. */
export function InstanceDiagram({ instance, xml, model }: { instance: Instance; xml: string; model: Model }) {
  const { t } = useI18n()
  const { view, element } = route.useSearch()
  const navigate = route.useNavigate()
  const { namespace, code, version } = instance.template
  const { data: statistics } = useQuery({
    ...statisticsQuery(namespace, code, version),
    enabled: view === 'heat',
    retry: false,
  })
  const heat = useHeat(statistics, 'count')
  const own = useMemo(
    () =>
      instanceMarks(instance, {
        active: (count) => t('processes.activeCount', { count }),
        done: (count) => t('processes.completedTimes', { count }),
        incidents: (count) => t('processes.incidentCount', { count }),
      }),
    [instance, t],
  )
  const marks = view === 'heat' ? heat : own
  const select = (id: string | undefined) => navigate({ search: (now) => ({ ...now, element: id }), replace: true })
  const label = t('processes.diagramOf', { name: instance.name })
  return (
    <div className={css.drawing}>
      <div className={`${css.views} not-printed`}>
        <Segments
          label={t('processes.view')}
          segments={[
            { key: '', label: t('processes.viewInstance') },
            { key: 'heat', label: t('processes.viewHeat') },
            { key: 'list', label: t('processes.viewList') },
          ]}
          selected={view ?? ''}
          onSelect={(key) =>
            navigate({ search: (now) => ({ ...now, view: (key || undefined) as typeof view }), replace: true })
          }
        />
      </div>
      {view === 'list' ? (
        <ElementTree label={label} model={model} marks={marks} selected={element} onSelect={select} />
      ) : (
        <Diagram
          label={label}
          xml={xml}
          marks={marks}
          beginsActive={view !== 'heat'}
          selected={element}
          onSelect={select}
        />
      )}
    </div>
  )
}
