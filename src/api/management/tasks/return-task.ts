import {
  taskEnded,
  taskNotAllowed,
  taskNotDelegated,
  taskNotFound,
  taskOfSheet,
  taskWrongExit,
  taskWrongValues,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { CompletionInput, TaskResult } from './task-schemas.ts'

export const returnTask = operation({
  name: 'returnTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/return',
  summary: 'Return a delegated task',
  description:
    'Gives a delegated task back to its owner. The delegate can suggest an exit and values, which the owner sees in `suggestion`. The owner can also take the task back.',
  right: 'user',
  params: IdParams,
  input: CompletionInput,
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskNotDelegated, taskWrongExit, taskWrongValues],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.returnToOwner(caller, params.id, input),
  }),
})
