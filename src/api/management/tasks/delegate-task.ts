import { Type } from 'typebox'
import {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotClaimed,
  taskNotFound,
  taskWrongUser,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { Comment, TaskResult, userId } from './task-schemas.ts'

export const delegateTask = operation({
  name: 'delegateTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/delegate',
  summary: 'Delegate a task',
  description:
    'Gives a task to another user who returns it. The present performer becomes its owner, gets the task back, and completes it.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, comment: Comment }),
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskClaimed, taskNotClaimed, taskDelegated, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.delegate(caller, params.id, input),
  }),
})
