import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { Pane } from '../../ui/pane.tsx'
import { nextSelection } from '../../ui/selection.ts'
import { QueryView } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import css from '../panels.module.css'
import { type ReasonAnswer, ReasonDialog } from '../reason-dialog.tsx'
import { type IncidentGroup, incidentsQuery, instanceNamesQuery } from './groups.ts'
import { IncidentKind } from './incident-kind.tsx'

/** The incidents with the same cause. Retries the selected incidents, or all of them as a batch with progress. */
export function GroupPane(props: {
  group: IncidentGroup
  title: string
  /** The name of the process. */
  process: string
  onClose: () => void
  onBatch: (id: string) => void
}) {
  const { group, title, process, onClose, onBatch } = props
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const client = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<'all' | 'selected'>()
  const query = useQuery(incidentsQuery(group))
  const { data: names } = useQuery(instanceNamesQuery(query.data?.incidents.map(({ instanceId }) => instanceId) ?? []))
  const { namespace, code, element, messageHash, kind, message, count } = group
  const retry = async ({ reason }: ReasonAnswer) => {
    const why = reason ? { reason } : {}
    if (asked === 'all') {
      const body = { element, messageHash, ...why }
      const { batch } = await call('retryIncidents', { params: { namespace, code }, body })
      onBatch(batch.id)
    } else {
      for (const id of selected) await call('retryIncident', { params: { id }, body: why })
      toast({ text: t('processes.retried', { count: selected.size }), tone: 'good' })
      setSelected(new Set())
    }
    await client.invalidateQueries({ queryKey: keys.incidents() })
  }
  const toggle = (id: string) => setSelected(nextSelection({ keys: [], selected, anchor: undefined }, id, false))
  return (
    <Pane title={title} onClose={onClose}>
      <p className={css.details}>{process}</p>
      <IncidentKind kind={kind} />
      <p className={css.message}>{message}</p>
      <div className={css.buttons} style={{ marginBottom: 14 }}>
        <ButtonWithReason
          size="compact-sm"
          variant="default"
          reason={selected.size === 0 ? t('processes.selectIncidentsFirst') : undefined}
          onClick={() => setAsked('selected')}
        >
          {t('processes.retrySelected', { count: selected.size })}
        </ButtonWithReason>
        <Button size="compact-sm" onClick={() => setAsked('all')}>
          {t('processes.retryAll', { count })}
        </Button>
      </div>
      <QueryView query={query}>
        {({ incidents, total }) => (
          <>
            <ul className={css.cards}>
              {incidents.map(({ __id, instanceId, openedAt }) => {
                const name = names?.get(instanceId) ?? t('processes.openInstance')
                return (
                  <li key={__id} style={{ display: 'flex', gap: 10 }}>
                    <Checkbox
                      aria-label={t('processes.selectIncident', { name })}
                      checked={selected.has(__id)}
                      onChange={() => toggle(__id)}
                    />
                    <div>
                      <Link to="/instances/$id" params={{ id: instanceId }} search={{ tab: 'incidents' }}>
                        {name}
                      </Link>
                      <p className={css.details}>{shortDateTime(openedAt)}</p>
                    </div>
                  </li>
                )
              })}
            </ul>
            {total > incidents.length && (
              <p className={css.details}>{t('processes.andMore', { count: total - incidents.length })}</p>
            )}
          </>
        )}
      </QueryView>
      {asked && (
        <ReasonDialog
          question={{
            title: t('processes.retryTitle', { count: asked === 'all' ? count : selected.size }),
            text: t('processes.retryText'),
            action: t('processes.retry'),
          }}
          onConfirm={retry}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Pane>
  )
}
