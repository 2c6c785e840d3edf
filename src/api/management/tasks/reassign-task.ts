import { Type } from 'typebox'
import { taskDelegated, taskEnded, taskNotAllowed, taskNotFound, taskWrongUser } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { sentence, TaskResult, userId } from './task-schemas.ts'

export const reassignTask = operation({
  name: 'reassignTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/reassign',
  summary: 'Reassign a task',
  description:
    'Gives a task to another user permanently. Allowed for its performer, for the owner of a delegated task, and for those who administer the process.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, reason: sentence('Reason for the reassignment.') }),
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskDelegated, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.reassign(caller, params.id, input),
  }),
})
