import { Type } from 'typebox'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const countTasks = operation({
  name: 'countTasks',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/tasks/counts',
  summary: 'Count the tasks of the task list',
  description: 'Returns how many tasks each `tab` of the list of tasks has. Each number is counted up to 1,000.',
  right: 'user',
  params: NoParams,
  result: Type.Object({
    mine: Count('Open tasks assigned to the caller, and questions to the caller; also as a substitute.'),
    queue: Count('Tasks that the caller can claim.'),
    overdue: Count('Tasks of `mine` and `queue` whose due date has passed.'),
    waiting: Count('Open tasks of others that the caller waits for.'),
    done: Count('Tasks that the caller has completed.'),
  }),
  errors: queryErrors,
  handle: async (_request, { caller, processes }) => ({ ...(await processes.tasks.counts(caller)) }),
})
