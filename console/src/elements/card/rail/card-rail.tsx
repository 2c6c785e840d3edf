import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTopic } from '../../../api/live-updates.ts'
import { fileQuery, useUserNames } from '../../../api/names.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { DueDate } from '../../../tasks/due-date.tsx'
import { type ListedTask, openTasksQuery } from '../../../tasks/task-queries.ts'
import type { Application, Element } from '../../application.ts'
import { fileIdsOf } from '../files/element-files.tsx'
import css from './card-rail.module.css'

/** What stands beside the fields of an element on wide screens, and below them on others: its open tasks and its files. */
export function CardRail({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const query = openTasksQuery(element.__id)
  const { data: tasks = [], isPending } = useQuery(query)
  useTopic(`application:${schema.namespace}.${schema.code}`, [query.queryKey])
  const files = fileIdsOf(schema, element)
  // The files wait for the tasks above them, so that they do not move.
  if (isPending || tasks.length + files.length === 0) return null
  return (
    <aside className={`${css.rail} not-printed`} aria-label={t('card.rail')}>
      {tasks.length > 0 && (
        <Part title={t('card.openTasks')}>
          <OpenTasks tasks={tasks} />
        </Part>
      )}
      {files.length > 0 && (
        <Part title={t('card.files')}>
          <Files schema={schema} id={element.__id} ids={files} />
        </Part>
      )}
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function OpenTasks({ tasks }: { tasks: readonly ListedTask[] }) {
  const { t } = useI18n()
  const names = useUserNames(tasks.flatMap(({ assignee }) => assignee ?? []))
  return tasks.map(({ __id, subject, assignee, dueAt }) => (
    <li key={__id}>
      <Link to="/tasks/$id" params={{ id: __id }}>
        {subject}
      </Link>
      <div className={css.facts}>
        <span>{assignee === null ? t('card.inQueue') : (names.get(assignee) ?? '…')}</span>
        <DueDate at={dueAt} />
      </div>
    </li>
  ))
}

function Files({ schema, id, ids }: { schema: Application; id: string; ids: readonly string[] }) {
  const { namespace, code } = schema
  const files = useQueries({ queries: ids.map((id) => fileQuery(id)) })
  return ids.map((file, index) => (
    <li key={file}>
      <Link to="/apps/$namespace/$code/$id" params={{ namespace, code, id }} search={{ tab: 'files', file }}>
        {files[index]?.data?.name ?? '…'}
      </Link>
    </li>
  ))
}
