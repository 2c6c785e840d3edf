import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toasts.tsx'
import { elementKind } from '../diagram/element-kind.ts'
import type { Model } from '../diagram/model.ts'
import css from '../panels.module.css'
import { hasEnded, type Instance } from '../queries.ts'
import { type ReasonAnswer, ReasonDialog } from '../reason-dialog.tsx'
import { useAdministers } from './use-rights.ts'

/** The selected element of the diagram, its numbers, and the actions on it. */
export function SelectedElement(props: { instance: Instance; model: Model; element: string; onClear: () => void }) {
  const { instance, model, element, onClear } = props
  const { t } = useI18n()
  const client = useQueryClient()
  const administers = useAdministers(instance)
  const [asked, setAsked] = useState<'restart' | 'skip'>()
  const found = model.byId.get(element)
  const flow = model.flows.find(({ id }) => id === element)
  const counts = instance.elements.find(({ elementId }) => elementId === element)
  const child = instance.waitingFor.find(({ kind, elementId }) => kind === 'child' && elementId === element)
  const name = found?.name ?? flow?.name ?? element
  const waits = (counts?.active ?? 0) > (counts?.incidents ?? 0) && !hasEnded(instance)
  const numbers = [
    counts?.active ? t('processes.activeCount', { count: counts.active }) : undefined,
    counts?.completed ? t('processes.completedTimes', { count: counts.completed }) : undefined,
    counts?.incidents ? t('processes.incidentCount', { count: counts.incidents }) : undefined,
    counts === undefined && found && t('processes.notReached'),
    flow && t(instance.flows.includes(element) ? 'processes.flowTaken' : 'processes.flowNotTaken'),
  ].filter(Boolean)
  const act = async (operation: 'restartStep' | 'skipStep', { reason, flow: taken }: ReasonAnswer, done: string) => {
    const body = { element, reason, ...(operation === 'skipStep' && taken && { flow: taken }) }
    await call(operation, { params: { id: instance.id }, body })
    await client.invalidateQueries({ queryKey: keys.instance(instance.id) })
    toast({ text: done, tone: 'good' })
  }
  return (
    <section className={css.box} aria-label={name}>
      <div className={css.head}>
        <span>{name}</span>
        <IconButton label={t('processes.clearSelection')} isPlain size={24} onClick={onClear}>
          <CloseIcon size={14} />
        </IconButton>
      </div>
      <p className={css.details}>
        {[found ? t(elementKind(found.type)) : t('processes.kindFlow'), ...numbers].join(' · ')}
      </p>
      {child?.id && (
        <p>
          <Link to="/instances/$id" params={{ id: child.id }}>
            {t('processes.openChild', { name: child.name ?? child.id })}
          </Link>
        </p>
      )}
      {administers && waits && (
        <div className={css.buttons}>
          <Button variant="default" size="compact-sm" onClick={() => setAsked('restart')}>
            {t('processes.restartStep')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setAsked('skip')}>
            {t('processes.skipStep')}
          </Button>
        </div>
      )}
      {asked === 'restart' && (
        <ReasonDialog
          question={{
            title: t('processes.restartTitle', { name }),
            text: t('processes.restartText'),
            action: t('processes.restartStep'),
            isReasonRequired: true,
          }}
          onConfirm={(answer) => act('restartStep', answer, t('processes.restarted', { name }))}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'skip' && (
        <ReasonDialog
          question={{
            title: t('processes.skipTitle', { name }),
            text: t('processes.skipText'),
            action: t('processes.skipStep'),
            isReasonRequired: true,
            flows: flowsFrom(model, element),
          }}
          onConfirm={(answer) => act('skipStep', answer, t('processes.skipped', { name }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

/** Returns the flows that leave an element, with the names of their targets. */
export const flowsFrom = ({ flows, byId }: Model, element: string): { id: string; name: string }[] =>
  flows
    .filter(({ source }) => source === element)
    .map(({ id, name, target }) => ({ id, name: [name, byId.get(target)?.name ?? target].filter(Boolean).join(' → ') }))
