import { taskClaimed, taskEnded, taskNotAllowed, taskNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { TaskResult } from './task-schemas.ts'

export const claimTask = operation({
  name: 'claimTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/claim',
  summary: 'Claim a task',
  description:
    'Takes a task out of its queue, or begins a task that was assigned to the caller. When several callers claim a task at the same time, one of them gets the task. A substitute claims the task for the principal.',
  right: 'user',
  params: IdParams,
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskClaimed],
  handle: async ({ params }, { caller, processes }) => ({
    task: await processes.tasks.claim(caller, params.id),
  }),
})
