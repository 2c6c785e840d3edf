import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'
import { Segments } from '../ui/segments.tsx'
import { QueryView } from '../ui/states.tsx'
import { Diagram } from './diagram/diagram.tsx'
import { ElementTree } from './diagram/element-tree.tsx'
import { useHeat, usePresent } from './heat.ts'
import { modelQuery, statisticsQuery, type Template } from './queries.ts'
import css from './split.module.css'

const route = getRouteApi('/shell/processes/$namespace/$code')

/** The diagram of a template with the numbers of all instances: present tokens, completions or durations. */
export function TemplateDiagram({ template }: { template: Template }) {
  const { t } = useI18n()
  const { namespace, code, name, version: newest } = template
  const { view, element, version } = route.useSearch()
  const navigate = route.useNavigate()
  const model = useQuery(modelQuery(namespace, code, version ?? newest))
  // Users who do not see all instances see the diagram without numbers.
  const seesAll = template.counts !== null
  const { data: statistics } = useQuery({ ...statisticsQuery(namespace, code, version), enabled: seesAll })
  const present = usePresent(statistics)
  const heat = useHeat(statistics, view === 'duration' ? 'duration' : 'count')
  const marks = view === 'count' || view === 'duration' ? heat : present
  const select = (id: string | undefined) =>
    navigate({ search: (now) => ({ ...now, element: id, page: undefined }), replace: true })
  return (
    <div className={css.drawing}>
      <div className={`${css.views} not-printed`}>
        <Segments
          label={t('processes.view')}
          segments={[
            { key: '', label: t('processes.viewNow') },
            ...(seesAll
              ? [
                  { key: 'count', label: t('processes.viewCount') },
                  { key: 'duration', label: t('processes.viewDuration') },
                ]
              : []),
            { key: 'list', label: t('processes.viewList') },
          ]}
          selected={view ?? ''}
          onSelect={(key) =>
            navigate({ search: (now) => ({ ...now, view: (key || undefined) as typeof view }), replace: true })
          }
        />
      </div>
      <QueryView query={model}>
        {({ xml, model: read }) =>
          view === 'list' ? (
            <ElementTree label={name} model={read} marks={marks} selected={element} onSelect={select} />
          ) : (
            <Diagram label={name} xml={xml} marks={marks} selected={element} onSelect={select} />
          )
        }
      </QueryView>
    </div>
  )
}
