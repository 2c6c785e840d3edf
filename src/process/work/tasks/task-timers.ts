import type { Transaction } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Tell } from '../../../people/index.ts'
import type { DueHandler } from '../../execution/index.ts'
import type { TaskTimer } from './open-task.ts'
import type { FindPerformers, Performers } from './performers/resolve-performers.ts'
import { tellOfTask } from './task-facts.ts'
import {
  changeTask,
  initiatorOf,
  insertTaskEvent,
  lockTask,
  type TaskChange,
  type TaskEvent,
  type TaskRow,
} from './task-rows.store.ts'

export interface TaskTimersDeps {
  readonly clock: Clock
  readonly findPerformers: FindPerformers
  readonly tell: Tell
}

/**
 * Creates the handler of reminders and escalations. They are recorded in the history of the task and notify the
 * performers.
 */
export function createTaskTimers({ clock, findPerformers, tell }: TaskTimersDeps): DueHandler {
  return {
    kind: 'taskTimer',
    async handle(tx, { key, details }) {
      const task = key === null ? undefined : await lockTask(tx, key)
      if (task === undefined || task.endedAt !== null) return
      const at = new Date(clock.nowMs())
      const timer = (typeof details === 'string' ? JSON.parse(details) : details) as TaskTimer
      const { change, event } = timer.action === 'remind' ? reminder(task) : await escalate(tx, task, timer)
      if (change !== undefined) await changeTask(tx, task, change, at)
      const written = { ...event, by: null, id: newId(), at }
      await insertTaskEvent(tx, task, written)
      await tellOfTask(tx, tell, task, written)
    },
  }

  async function escalate(tx: Transaction, task: TaskRow, timer: Exclude<TaskTimer, { action: 'remind' }>) {
    const known = { initiator: await initiatorOf(tx, task.instance), performer: task.assignee ?? undefined }
    return escalation(task, timer.action, await findPerformers(tx, [timer.performer], known))
  }
}

interface Consequence {
  readonly change?: TaskChange
  readonly event: Omit<TaskEvent, 'by'>
}

const performersOf = ({ assignee, candidates }: TaskRow): readonly string[] =>
  assignee === null ? (candidates ?? []) : [assignee]

const reminder = (task: TaskRow): Consequence => ({ event: { kind: 'reminded', details: { to: performersOf(task) } } })

/**
 * Adds performers to a task, which then waits in a queue of the present and the new performers, or reassigns the task
 * to the new performers. When no performer is found, the history records a failed escalation with its reason, and the
 * task stays unchanged.
 */
function escalation(task: TaskRow, action: 'add' | 'reassign', found: Performers): Consequence {
  if ('problem' in found) {
    const problem = found.problem.replace('the task has no performer', 'the escalation reaches nobody')
    return { event: { kind: 'escalationFailed', details: { action, problem } } }
  }
  const to = 'assignee' in found ? [found.assignee] : found.candidates
  const from = performersOf(task)
  const event = { kind: 'escalated', details: { action, from, to } }
  const handedOn = { owner: null, state: 'new', participants: from.slice(0, task.assignee === null ? 0 : 1) } as const
  if (action === 'add') {
    const candidates = [...new Set([...(task.candidates ?? []), ...from, ...to])]
    return { change: { ...handedOn, assignee: null, candidates }, event }
  }
  const change = 'assignee' in found ? { assignee: found.assignee } : { assignee: null, candidates: to }
  return { change: { ...handedOn, ...change }, event }
}
