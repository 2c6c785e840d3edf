import { Link } from '@tanstack/react-router'
import { useStore } from '../../../api/store.ts'
import { decisions } from '../../../tasks/decisions.ts'
import { DueDate } from '../../../tasks/due-date.tsx'
import { ExitButtons } from '../../../tasks/exit-buttons.tsx'
import type { Task } from '../../../tasks/task-queries.ts'
import { WaitingDecision } from '../../../tasks/waiting-decision.tsx'
import { ErrorMessage } from '../../../ui/states.tsx'
import css from './card-rail.module.css'

/** The task of the user on an element, with its exits, or with the decision that waits to be sent. */
export function MyTask({ task }: { task: Task }) {
  const decision = useStore(decisions).get(task.id)
  return (
    <div className={css.mine}>
      <Link to="/tasks/$id" params={{ id: task.id }}>
        {task.subject}
      </Link>
      <div className={css.facts}>
        <DueDate at={task.dueAt} />
      </div>
      {decision?.isWaiting ? (
        <WaitingDecision decision={decision} />
      ) : (
        <>
          {decision?.error !== undefined && <ErrorMessage error={decision.error} />}
          <ExitButtons task={task} />
        </>
      )}
    </div>
  )
}
