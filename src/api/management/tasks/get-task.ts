import { taskNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { TaskResult } from './task-schemas.ts'

export const getTask = operation({
  name: 'getTask',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/tasks/{id}',
  summary: 'Get a task',
  description:
    'Returns a task with its form: the fields in their order with their present values, and the exits with their ' +
    'required fields. `history` lists the actions on the task, and `suggestion` holds the suggestion of the last delegate.',
  right: 'user',
  inLanguage: true,
  params: IdParams,
  result: TaskResult,
  errors: [taskNotFound],
  handle: async ({ params }, { caller, processes }) => ({ task: await processes.tasks.get(caller, params.id) }),
})
