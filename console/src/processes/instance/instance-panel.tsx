import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { Counter } from '../../ui/status-chip.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Model } from '../diagram/model.ts'
import type { Instance } from '../queries.ts'
import split from '../split.module.css'
import { ChildrenPanel } from './children-panel.tsx'
import { ContextPanel } from './context-panel.tsx'
import { IncidentsPanel } from './incidents-panel.tsx'
import { SelectedElement } from './selected-element.tsx'
import { TasksPanel } from './tasks-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { WhyWaiting } from './why-waiting.tsx'

const route = getRouteApi('/shell/instances/$id')

/** The panel beside the diagram: why the instance waits, the selected element, and the tabs. */
export function InstancePanel({ instance, model }: { instance: Instance; model: Model }) {
  const { t } = useI18n()
  const { tab = 'timeline', element } = route.useSearch()
  const navigate = route.useNavigate()
  const here = <Item extends { readonly element: string }>(items: readonly Item[]) =>
    element === undefined ? items : items.filter((item) => item.element === element)
  const incidents = here(instance.incidents)
  const open = incidents.filter(({ state }) => state === 'open').length
  const tasks = here(instance.tasks)
  const labelled = (text: string, count: number) =>
    count > 0 ? (
      <>
        {text} <Counter>{count}</Counter>
      </>
    ) : (
      text
    )
  return (
    <section className={split.panel} aria-label={t('processes.details')}>
      <WhyWaiting instance={instance} model={model} />
      {element !== undefined && (
        <SelectedElement
          key={element}
          instance={instance}
          model={model}
          element={element}
          onClear={() => navigate({ search: (now) => ({ ...now, element: undefined }), replace: true })}
        />
      )}
      <div>
        <Tabs
          label={t('processes.details')}
          selected={tab}
          onSelect={(key) =>
            navigate({ search: (now) => ({ ...now, tab: key === 'timeline' ? undefined : key }), replace: true })
          }
          tabs={[
            {
              key: 'timeline',
              label: t('processes.timeline'),
              content: <TimelinePanel instance={instance} model={model} element={element} />,
            },
            { key: 'context', label: t('processes.context'), content: <ContextPanel instance={instance} /> },
            {
              key: 'incidents',
              label: labelled(t('processes.incidents'), open),
              content: <IncidentsPanel instance={instance} model={model} incidents={incidents} />,
            },
            { key: 'tasks', label: t('processes.tasks'), content: <TasksPanel tasks={tasks} model={model} /> },
            ...(instance.children.length > 0
              ? [
                  {
                    key: 'children' as const,
                    label: t('processes.children'),
                    content: <ChildrenPanel instances={instance.children} />,
                  },
                ]
              : []),
          ]}
        />
      </div>
    </section>
  )
}
