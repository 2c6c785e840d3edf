import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTopic } from '../api/live-updates.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { Facts } from './facts.tsx'
import { ElementLink } from './instance/element-link.tsx'
import { InstanceActions } from './instance/instance-actions.tsx'
import { InstanceDiagram } from './instance/instance-diagram.tsx'
import { InstancePanel } from './instance/instance-panel.tsx'
import { lookOf } from './instance-state.ts'
import { ProcessPath } from './process-path.tsx'
import { type Instance, instanceQuery, modelQuery } from './queries.ts'
import css from './split.module.css'

const route = getRouteApi('/shell/instances/$id')

/** One process instance: its position in the diagram, why it waits, its history, and the actions on it. */
export function InstancePage() {
  const { id } = route.useParams()
  const query = useQuery(instanceQuery(id))
  useTopic(`instance:${id}`, staleAfter.instance(id))
  return <QueryView query={query}>{(instance) => <InstanceView key={id} instance={instance} />}</QueryView>
}

function InstanceView({ instance }: { instance: Instance }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const { name, state, template, incidents, createdAt, createdBy, endedAt, item, parent, outcome } = instance
  const model = useQuery(modelQuery(template.namespace, template.code, template.version))
  const [label, tone] = lookOf(state)
  const stopped = incidents.filter((incident) => incident.state === 'open').length
  const isNewest = template.version === template.newestVersion
  const comment = (outcome as { comment?: string } | null)?.comment
  return (
    <Page
      title={name}
      above={<ProcessPath namespace={template.namespace} code={template.code} name={template.name} />}
      beside={
        <span style={{ display: 'inline-flex', gap: 6 }}>
          <StatusChip tone={tone}>{t(label)}</StatusChip>
          {stopped > 0 && <StatusChip tone="danger">{t('processes.incidentCount', { count: stopped })}</StatusChip>}
        </span>
      }
      isFlush
      actions={<InstanceActions instance={instance} />}
      printsToolbar
      toolbar={
        <Facts
          items={[
            {
              name: t('processes.version'),
              value: (
                <>
                  <Link
                    to="/processes/$namespace/$code/versions/$version"
                    params={{ namespace: template.namespace, code: template.code, version: String(template.version) }}
                  >
                    {template.version}
                  </Link>{' '}
                  {isNewest
                    ? t('processes.newest')
                    : t('processes.newestIs', { version: String(template.newestVersion) })}
                </>
              ),
            },
            { name: t('processes.startedAt'), value: dateTime(createdAt) },
            { name: t('processes.startedBy'), value: createdBy.name },
            { name: t('processes.endedAt'), value: endedAt && dateTime(endedAt) },
            { name: t('processes.comment'), value: comment },
            {
              name: t('processes.element'),
              value: item && <ElementLink element={item} />,
            },
            {
              name: t('processes.parent'),
              value: parent && (
                <Link to="/instances/$id" params={{ id: parent }}>
                  {t('processes.openParent')}
                </Link>
              ),
            },
          ]}
        />
      }
    >
      <QueryView query={model}>
        {({ xml, model: read }) => (
          <div className={css.split}>
            <InstanceDiagram instance={instance} xml={xml} model={read} />
            <InstancePanel instance={instance} model={read} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}
