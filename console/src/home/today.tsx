import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUserNames } from '../api/names.ts'
import { useI18n } from '../i18n/index.tsx'
import { DueDate } from '../tasks/due-date.tsx'
import { dueGroupOf } from '../tasks/due-groups.ts'
import { listQuery } from '../tasks/task-queries.ts'
import { TaskTitle } from '../tasks/task-title.tsx'
import css from './home.module.css'

const maxTasks = 5

/** The first tasks in the user's list, of which `Today` shows those that are due today or overdue. */
export const firstTasksQuery = listQuery('mine', 1, maxTasks, '')

/** The tasks of the user that are due today or overdue, each as a link to the task in its list. */
export function Today() {
  const { t } = useI18n()
  const tasks = useQuery(firstTasksQuery).data?.rows.filter((task) => dueGroupOf(task) !== 'later') ?? []
  const names = useUserNames(tasks.flatMap(({ assignee }) => assignee ?? []))
  return (
    <section className={css.today} aria-labelledby="home-today">
      <h2 id="home-today" className="caption">
        {t('tasks.today')}
      </h2>
      {tasks.length === 0 ? (
        <p>{t('home.nothingDue')}</p>
      ) : (
        <ul>
          {tasks.map((task) => (
            <li key={task.__id}>
              <Link to="/tasks" search={{ open: task.__id }}>
                <TaskTitle task={task} tab="mine" names={names} />
                <DueDate at={task.dueAt} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
