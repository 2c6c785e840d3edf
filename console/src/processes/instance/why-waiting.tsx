import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { type TextKey, useI18n } from '../../i18n/index.tsx'
import type { Model } from '../diagram/model.ts'
import { hasEnded, type Instance } from '../queries.ts'
import { withStepNames } from '../step-words.ts'
import { reasonsFirst } from './reasons-first.ts'
import css from './why-waiting.module.css'

type Wait = Instance['waitingFor'][number]

const sentences: Readonly<Record<Wait['kind'], TextKey>> = {
  task: 'processes.waitTask',
  sheet: 'processes.waitSheet',
  timer: 'processes.waitTimer',
  message: 'processes.waitMessage',
  signal: 'processes.waitSignal',
  condition: 'processes.waitCondition',
  child: 'processes.waitChild',
  delegated: 'processes.waitDelegated',
  job: 'processes.waitJob',
  action: 'processes.waitJob',
  continuation: 'processes.waitContinuation',
  incident: 'processes.waitIncident',
  branches: 'processes.waitBranches',
  inside: 'processes.waitInside',
}
const maxSentences = 8

/** One sentence for each reason why an instance does not continue, up to `maxSentences`. */
export function WhyWaiting({ instance, model }: { instance: Instance; model: Model }) {
  const { t } = useI18n()
  const { waitingFor } = instance
  if (hasEnded(instance) || waitingFor.length === 0) return null
  const shown = reasonsFirst(waitingFor).slice(0, maxSentences)
  return (
    <section
      className={css.box}
      aria-label={t('processes.whyWaiting')}
      data-stopped={instance.state === 'error' || undefined}
    >
      <h2>{t('processes.whyWaiting')}</h2>
      <ul>
        {shown.map((wait) => (
          <li
            key={`${wait.elementId} ${wait.kind} ${wait.id} ${wait.since}`}
            data-boundary={wait.isBoundary || undefined}
          >
            <WaitSentence wait={wait} model={model} />
            {wait.kind === 'delegated' && <RestorePointLink instance={instance} elementId={wait.elementId} />}
          </li>
        ))}
      </ul>
      {waitingFor.length > maxSentences && <p>{t('processes.andMore', { count: waitingFor.length - maxSentences })}</p>}
    </section>
  )
}

function WaitSentence({ wait, model }: { wait: Wait; model: Model }) {
  const { t } = useI18n()
  const { duration, relative, shortDateTime, list } = useFormats()
  const { kind, elementId, since, dueAt, performers, id, name, message } = wait
  const element = model.byId.get(elementId)?.name ?? elementId
  const who = performers.length > 0 ? list(performers.map((one) => one.name)) : t('processes.someone')
  const text = t(sentences[kind], {
    element: '[[element]]',
    who: '[[who]]',
    name: '[[name]]',
    due: dueAt ? shortDateTime(dueAt) : '',
  })
  const parts: Record<string, React.ReactNode> = {
    '[[element]]': <b>{element}</b>,
    '[[who]]': <b>{who}</b>,
    '[[name]]': <b>{name ?? ''}</b>,
  }
  const linked: Record<string, React.ReactNode> =
    kind === 'child' && id !== null ? { ...parts, '[[name]]': <ChildLink id={id} name={name ?? id} /> } : parts
  const sinceMs = since === null ? 0 : Date.now() - new Date(since).getTime()
  return (
    <>
      {text.split(/(\[\[\w+\]\])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
        <Fragment key={index}>{linked[part] ?? part}</Fragment>
      ))}
      {sinceMs > 60_000 && kind !== 'incident' && ` ${t('processes.waitedFor', { duration: duration(sinceMs) })}`}
      {since !== null && kind === 'incident' && ` ${relative(since)}`}
      {dueAt !== null && kind !== 'timer' && `; ${t('processes.dueAt', { due: relative(dueAt) })}`}
      {'.'}
      {message !== null && (
        <span className={css.message}>{withStepNames(message, (step) => model.byId.get(step)?.name)}</span>
      )}
    </>
  )
}

/**
 * A link for operators to the restore point, where they can answer instead of the other system. Other users do not get
 * the id of the restore point.
 */
function RestorePointLink({ instance, elementId }: { instance: Instance; elementId: string }) {
  const { t } = useI18n()
  const point = instance.restorePoints.find(({ element, state }) => element === elementId && state === 'open')
  if (!point?.id) return null
  return (
    <Link to="/restore-points" search={{ open: point.id }} className={css.link}>
      {t('processes.openRestorePoint')}
    </Link>
  )
}

const ChildLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/instances/$id" params={{ id }}>
    {name}
  </Link>
)
