import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './task-card.module.css'
import type { Task } from './task-queries.ts'

/** The history of a task, the latest entry first: who, when, on whose behalf, and the text that the person entered. */
export function TaskHistory({ task: { history, names } }: { task: Task }) {
  const { t } = useI18n()
  const { shortDateTime, dateTime } = useFormats()
  return (
    <section>
      <h2>{t('tasks.history')}</h2>
      <ol className={css.history}>
        {history.toReversed().map(({ kind, at, by, onBehalfOf, details }) => (
          <li key={`${kind} ${at}`}>
            <div className={css.event}>
              <b>{t(`tasks.event_${kind}`)}</b>
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
