import { Type } from 'typebox'
import {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotFound,
  taskWrongExit,
  taskWrongValues,
} from '../../../process/index.ts'
import { caseClosed, caseNotFound, nomenclatureNotAllowed } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'
import { CompletionInput } from './task-schemas.ts'

export const completeTask = operation({
  name: 'completeTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/complete',
  summary: 'Complete a task',
  description:
    'Completes a task with an exit and values, and advances its instance. The answer comes after the advance has been ' +
    'stored. Allowed for the assignee, for a candidate while nobody has claimed the task, for their ' +
    'substitutes, and for those who administer the process. A task is completed once; the second completion is refused.',
  right: 'user',
  params: IdParams,
  input: CompletionInput,
  result: Type.Object({
    instance: Type.Object({
      id: Uuid,
      state: Type.String({ description: 'State of the instance: exec, wait, done, cancel or error.' }),
    }),
  }),
  errors: [
    taskNotFound,
    taskNotAllowed,
    taskEnded,
    taskClaimed,
    taskDelegated,
    taskWrongExit,
    taskWrongValues,
    caseNotFound,
    nomenclatureNotAllowed,
    caseClosed,
  ],
  handle: async ({ params, input }, { caller, processes }) => {
    const { instance, state } = await processes.tasks.complete(caller, params.id, input)
    return { instance: { id: instance, state } }
  },
})
