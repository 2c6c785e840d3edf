import { Link } from '@tanstack/react-router'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Model } from '../diagram/model.ts'
import css from '../panels.module.css'
import type { Instance } from '../queries.ts'

const states = {
  assignment: ['processes.taskQueue', 'warn'],
  inProgress: ['processes.taskOpen', 'info'],
  closed: ['processes.taskClosed', 'good'],
  cancel: ['processes.taskCancelled', 'neutral'],
} as const

/** The tasks of an instance, open ones first. */
export function TasksPanel({ tasks, model }: { tasks: Instance['tasks']; model: Model }) {
  const { t } = useI18n()
  const { shortDateTime, list } = useFormats()
  if (tasks.length === 0) return <EmptyState title={t('processes.noTasks')} text={t('processes.noTasksText')} />
  return (
    <ul className={css.cards}>
      {tasks.map(({ id, subject, state, element, performers, dueAt, endedAt }) => {
        const [label, tone] = states[state as keyof typeof states] ?? states.inProgress
        const details = [
          model.byId.get(element)?.name,
          list(performers.map(({ name }) => name)),
          endedAt
            ? t('processes.endedOn', { at: shortDateTime(endedAt) })
            : dueAt && t('processes.dueOn', { at: shortDateTime(dueAt) }),
        ].filter(Boolean)
        return (
          <li key={id}>
            <div className={css.head}>
              <Link to={`/tasks/${id}` as '/'}>{subject}</Link>
              <StatusChip tone={tone}>{t(label)}</StatusChip>
            </div>
            <p className={css.details}>{details.join(' · ')}</p>
          </li>
        )
      })}
    </ul>
  )
}
