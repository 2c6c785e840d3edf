import {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotClaimed,
  taskNotFound,
  taskNotQueued,
  taskOfSheet,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { TaskResult } from './task-schemas.ts'

export const releaseTask = operation({
  name: 'releaseTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/release',
  summary: 'Release a task',
  description:
    'Puts a claimed task back into its queue. Allowed for its performer and for those who administer the process.',
  right: 'user',
  params: IdParams,
  result: TaskResult,
  errors: [
    taskOfSheet,
    taskNotFound,
    taskNotAllowed,
    taskEnded,
    taskClaimed,
    taskNotClaimed,
    taskNotQueued,
    taskDelegated,
  ],
  handle: async ({ params }, { caller, processes }) => ({
    task: await processes.tasks.release(caller, params.id),
  }),
})
