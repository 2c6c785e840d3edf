import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTopic } from '../../../api/live-updates.ts'
import { fileQuery, useUserNames } from '../../../api/names.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { StoppedInstances, stoppedQuery } from '../../../processes/incidents/stopped-instances.tsx'
import { useNextSteps } from '../../../processes/use-next-steps.ts'
import { DueDate } from '../../../tasks/due-date.tsx'
import { type ListedTask, openTasksQuery, type Task, taskQuery } from '../../../tasks/task-queries.ts'
import type { Application, Element } from '../../application.ts'
import { fileIdsOf } from '../files/element-files.tsx'
import css from './card-rail.module.css'
import { MyTask } from './my-task.tsx'
import { useElementTasks } from './use-element-tasks.ts'

/**
 * What stands beside the fields of an element on wide screens, and below them on others: the processes that have
 * stopped, the user's own task with its exits, the other open tasks, the files, and what comes after the task.
 */
export function CardRail({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { tasks, mine, isPending } = useElementTasks(element.__id)
  const item = { namespace: schema.namespace, code: schema.code, id: element.__id }
  const stopped = useQuery(stoppedQuery({ item }))
  const topic = `application:${schema.namespace}.${schema.code}`
  useTopic(topic, [
    openTasksQuery(element.__id).queryKey,
    stoppedQuery({ item }).queryKey,
    ...(mine ? [taskQuery(mine.id).queryKey] : []),
  ])
  const others = tasks.filter(({ __id }) => __id !== mine?.id)
  const files = fileIdsOf(schema, element)
  const count = (stopped.data?.length ?? 0) + tasks.length + files.length
  // The files wait for what is above them, so that they do not move.
  if (isPending || stopped.isPending || count === 0) return null
  return (
    <aside className={`${css.rail} not-printed`} aria-label={t('card.rail')}>
      <StoppedInstances of={{ item }} />
      {mine && (
        <Part title={t('card.myTask')}>
          <MyTask task={mine} />
        </Part>
      )}
      {others.length > 0 && (
        <Part title={t('card.openTasks')}>
          <OpenTasks tasks={others} />
        </Part>
      )}
      {files.length > 0 && (
        <Part title={t('card.files')}>
          <Files schema={schema} id={element.__id} ids={files} />
        </Part>
      )}
      {mine && <NextSteps task={mine} />}
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="caption">{title}</h2>
      {children}
    </section>
  )
}

/** What can follow the task. It comes last, because its answer is the last to arrive. */
function NextSteps({ task: { instanceId, elementId } }: { task: Task }) {
  const { t } = useI18n()
  const names = useNextSteps(instanceId, elementId)
  if (names.length === 0) return null
  return (
    <Part title={t('card.nextSteps')}>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Part>
  )
}

function OpenTasks({ tasks }: { tasks: readonly ListedTask[] }) {
  const { t } = useI18n()
  const names = useUserNames(tasks.flatMap(({ assignee }) => assignee ?? []))
  return (
    <ul>
      {tasks.map(({ __id, subject, assignee, dueAt }) => (
        <li key={__id}>
          <Link to="/tasks/$id" params={{ id: __id }}>
            {subject}
          </Link>
          <div className={css.facts}>
            <span>{assignee === null ? t('card.inQueue') : (names.get(assignee) ?? '…')}</span>
            <DueDate at={dueAt} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Files({ schema, id, ids }: { schema: Application; id: string; ids: readonly string[] }) {
  const { namespace, code } = schema
  const files = useQueries({ queries: ids.map((id) => fileQuery(id)) })
  return (
    <ul>
      {ids.map((file, index) => (
        <li key={file}>
          <Link to="/apps/$namespace/$code/$id" params={{ namespace, code, id }} search={{ tab: 'files', file }}>
            {files[index]?.data?.name ?? '…'}
          </Link>
        </li>
      ))}
    </ul>
  )
}
