import { Type } from 'typebox'
import { persistErrors } from '../../../files/index.ts'
import {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotFound,
  taskOutdated,
  taskWrongExit,
  taskWrongValues,
} from '../../../process/index.ts'
import { caseClosed, caseNotFound, nomenclatureNotAllowed } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, orNull, Uuid } from '../../v1/schemas.ts'
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
    'substitutes, and for those who administer the process. A task is completed once; the second completion is refused. ' +
    'Completing a task of a sheet answers the sheet with the exit; `instance` is null then.',
  right: 'user',
  params: IdParams,
  input: CompletionInput,
  result: Type.Object({
    instance: orNull(
      Type.Object({
        id: Uuid,
        state: Type.String({ description: 'State of the instance: exec, wait, done, cancel or error.' }),
      }),
    ),
  }),
  errors: [
    taskNotFound,
    taskNotAllowed,
    taskEnded,
    taskOutdated,
    taskClaimed,
    taskDelegated,
    taskWrongExit,
    taskWrongValues,
    ...persistErrors,
    caseNotFound,
    nomenclatureNotAllowed,
    caseClosed,
  ],
  handle: async ({ params, input }, { caller, processes }) => {
    return { instance: (await processes.tasks.complete(caller, params.id, input)).instance }
  },
})
