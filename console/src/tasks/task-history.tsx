import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './task-card.module.css'
import { decisionOf } from './task-fields.ts'
import type { Task } from './task-queries.ts'

type Event = Task['history'][number]

/**
 * The history of a task, the latest entry first: what was decided, to whom the task was given, who did it, when and on
 * whose behalf, and the text that the person entered.
 */
export function TaskHistory({ task }: { task: Task }) {
  const { history, names } = task
  const { t } = useI18n()
  const { shortDateTime, dateTime, list } = useFormats()
  const title = (kind: Event['kind'], details: Event['details']): string => {
    const decision = decisionOf(task, t, details)
    const to = [details.to ?? []].flat().map((id) => names[String(id)] ?? '…')
    const event = t(`tasks.event_${kind}`)
    return [decision ? `${event}: ${decision}` : event, ...(to.length > 0 ? [list(to)] : [])].join(' → ')
  }
  return (
    <section>
      <h2 className="caption">{t('tasks.history')}</h2>
      <ol className={css.history}>
        {history.toReversed().map(({ kind, at, by, onBehalfOf, details }) => (
          <li key={`${kind} ${at}`}>
            <div className={css.event}>
              <b>{title(kind, details)}</b>
              <time dateTime={at} title={dateTime(at)}>
                {shortDateTime(at)}
              </time>
            </div>
            <div>
              {by && (names[by] ?? '…')}
              {onBehalfOf && ` · ${t('tasks.onBehalfOf', { name: names[onBehalfOf] ?? '…' })}`}
            </div>
            {textOf(details) && <blockquote>{textOf(details)}</blockquote>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns the text that a person entered, or why an escalation failed, from the details of an event. */
const textOf = ({ comment, reason, question, answer, problem }: Readonly<Record<string, unknown>>): string =>
  [comment, reason, question, answer, problem].filter((text) => typeof text === 'string').join(' ')
