import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Model } from '../diagram/model.ts'
import { IncidentKind } from '../incidents/incident-kind.tsx'
import css from '../panels.module.css'
import type { Instance } from '../queries.ts'
import { type ReasonAnswer, ReasonDialog } from '../reason-dialog.tsx'
import { withStepNames } from '../step-words.ts'
import { flowsFrom } from './selected-element.tsx'
import { useAdministers } from './use-rights.ts'

type Incident = Instance['incidents'][number]

/** The incidents of an instance, each with the actions on it. */
export function IncidentsPanel(props: { instance: Instance; model: Model; incidents: readonly Incident[] }) {
  const { instance, model, incidents } = props
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const client = useQueryClient()
  const administers = useAdministers(instance)
  const nameOf = (id: string) => model.byId.get(id)?.name
  const [asked, setAsked] = useState<{ act: 'retry' | 'skip'; incident: Incident }>()
  if (incidents.length === 0)
    return <EmptyState title={t('processes.noIncidents')} text={t('processes.noIncidentsText')} />
  const act = async ({ reason, flow }: ReasonAnswer) => {
    const params = { id: asked!.incident.id }
    if (asked?.act === 'retry') await call('retryIncident', { params, body: reason ? { reason } : {} })
    else await call('skipIncident', { params, body: { reason, ...(flow && { flow }) } })
    await client.invalidateQueries({ queryKey: keys.instance(instance.id) })
    toast({
      text: t(asked?.act === 'retry' ? 'processes.retried' : 'processes.incidentSkipped', { count: 1 }),
      tone: 'good',
    })
  }
  return (
    <>
      <ul className={css.cards}>
        {incidents.map((incident) => (
          <li key={incident.id}>
            <div className={css.head}>
              <span>{model.byId.get(incident.element)?.name ?? incident.element}</span>
              <StatusChip tone={incident.state === 'open' ? 'danger' : 'neutral'}>
                {t(incident.state === 'open' ? 'processes.incidentOpen' : 'processes.incidentClosed')}
              </StatusChip>
            </div>
            <p className={css.details}>{shortDateTime(incident.openedAt)}</p>
            <IncidentKind kind={incident.kind} />
            <p className={css.message}>{withStepNames(incident.message, nameOf)}</p>
            {administers && incident.state === 'open' && (
              <div className={css.buttons}>
                <Button size="compact-sm" variant="default" onClick={() => setAsked({ act: 'skip', incident })}>
                  {t('processes.skipStep')}
                </Button>
                <Button size="compact-sm" onClick={() => setAsked({ act: 'retry', incident })}>
                  {t('processes.retry')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ReasonDialog
          question={
            asked.act === 'retry'
              ? {
                  title: t('processes.retryTitle', { count: 1 }),
                  text: t('processes.retryText'),
                  action: t('processes.retry'),
                }
              : {
                  title: t('processes.skipTitle', { name: model.byId.get(asked.incident.element)?.name ?? '' }),
                  text: t('processes.skipText'),
                  action: t('processes.skipStep'),
                  isReasonRequired: true,
                  flows: flowsFrom(model, asked.incident.element),
                }
          }
          onConfirm={act}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
