import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUserNames } from '../../api/names.ts'
import { useFormats } from '../../i18n/format.ts'
import { type TextKey, useI18n } from '../../i18n/index.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import type { Model } from '../diagram/model.ts'
import { historyQuery, type Instance, maxAdvances } from '../queries.ts'
import { DecisionLines } from './decision-lines.tsx'
import { idsIn } from './decision-text.ts'
import css from './timeline.module.css'
import { type Advance, type ManualAct, type Step, timeline } from './timeline.ts'

const acts: Readonly<Record<ManualAct, TextKey>> = {
  setVariables: 'processes.actSetVariables',
  retry: 'processes.actRetry',
  skip: 'processes.actSkip',
  restartStep: 'processes.actRestartStep',
  skipStep: 'processes.actSkipStep',
  interrupt: 'processes.actInterrupt',
  resume: 'processes.actResume',
}

/**
 * The steps of an instance: who, what, how long. When an element is selected, only its steps are shown; otherwise,
 * completed gateways are left out.
 */
export function TimelinePanel(props: { instance: Instance; model: Model; element: string | undefined }) {
  const { instance, model, element } = props
  const { t } = useI18n()
  const history = useQuery(historyQuery(instance.id))
  const steps = useMemo(() => timeline((history.data?.result ?? []) as unknown as Advance[]), [history.data])
  const users = new Set(
    steps
      .flatMap(({ by, onBehalfOf, decisions }) => [by, onBehalfOf, ...idsIn(decisions)])
      .filter((id) => id !== undefined),
  )
  const names = useUserNames([...users])
  const isNoteworthy = ({ elementId, act, state }: Step): boolean =>
    act !== undefined || state !== 'done' || !/Gateway$/.test(model.byId.get(elementId ?? '')?.type ?? '')
  const shown = steps.filter((step) => (element === undefined ? isNoteworthy(step) : step.elementId === element))
  return (
    <QueryView query={history}>
      {({ total }) => (
        <>
          {total > maxAdvances && <p className={css.note}>{t('processes.timelineCut', { count: maxAdvances })}</p>}
          {shown.length === 0 && <EmptyState title={t('processes.noSteps')} text={t('processes.noStepsText')} />}
          <ol className={css.steps} aria-label={t('processes.timeline')}>
            {shown.map((step) => (
              <TimelineStep key={step.key} step={step} instance={instance} model={model} names={names} />
            ))}
          </ol>
        </>
      )}
    </QueryView>
  )
}

function TimelineStep(props: { step: Step; instance: Instance; model: Model; names: ReadonlyMap<string, string> }) {
  const { step, instance, model, names } = props
  const { t } = useI18n()
  const { shortDateTime, dateTime, duration } = useFormats()
  const { at, state, elementId, act, by, onBehalfOf, exit, durationMs, text, decisions = [] } = step
  const name = elementId === undefined ? undefined : (model.byId.get(elementId)?.name ?? elementId)
  const nameOf = (id: string | undefined): string | undefined => id && (names.get(id) ?? t('processes.someone'))
  const waits = instance.waitingFor.find((each) => each.elementId === elementId && !each.isBoundary)
  const performers = waits?.performers.map((one) => one.name).join(', ')
  const details = [
    nameOf(by),
    onBehalfOf && t('processes.onBehalfOf', { name: nameOf(onBehalfOf)! }),
    state === 'active' && performers && t('processes.waitsForNames', { names: performers }),
    state === 'active' && !performers && t('processes.stateWait'),
    state === 'cancelled' && act === undefined && t('processes.cancelled'),
    durationMs !== undefined && durationMs >= 1000 && duration(durationMs),
  ].filter(Boolean)
  return (
    <li data-state={state} data-manual={act !== undefined || undefined}>
      <div className={css.head}>
        <span className={css.name}>
          {act === undefined ? name : [t(acts[act]), name].filter(Boolean).join(': ')}
          {exit !== undefined && ` → ${exit}`}
        </span>
        <time dateTime={at} title={dateTime(at)}>
          {shortDateTime(at)}
        </time>
      </div>
      {details.length > 0 && <p className={css.details}>{details.join(' · ')}</p>}
      {text && <p className={css.text}>{text}</p>}
      {decisions.map((decision, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only added at the end
        <DecisionLines key={index} decision={decision} names={names} />
      ))}
    </li>
  )
}
