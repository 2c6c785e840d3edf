import { useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import type { ListedTask, Tab } from './task-queries.ts'
import css from './task-title.module.css'

/**
 * The first cell of a task in a list: its subject, and below it the process, the document, and the person for whom the
 * task is done, who asks, or who is waited for. `names` are the names of users by their ids.
 */
export function TaskTitle({ task, tab, names }: { task: ListedTask; tab: Tab; names: ReadonlyMap<string, string> }) {
  const { t } = useI18n()
  const { user } = useSuspenseQuery(workspaceQuery).data
  const { subject, assignee, asked, endedAt, template, instance, sheet } = task
  const name = names.get(assignee ?? '') ?? '…'
  const person =
    assignee === null || assignee === user.id || endedAt !== null
      ? undefined
      : asked.includes(user.id)
        ? t('tasks.questionFrom', { name })
        : tab === 'waiting'
          ? name
          : t('tasks.onBehalfOf', { name })
  const process = sheet ? t('tasks.sheet') : template?.name
  const facts = [process, sheet?.file?.name ?? instance?.name, person]
  return (
    <span className={css.title}>
      <span className={css.subject}>{subject}</span>
      <span className={css.facts}>{[...new Set(facts)].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
