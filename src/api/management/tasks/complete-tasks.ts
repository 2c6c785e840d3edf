import { Type } from 'typebox'
import { taskSomeFailed } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Uuid } from '../../v1/schemas.ts'
import { CompletionsInput } from './task-schemas.ts'

export const completeTasks = operation({
  name: 'completeTasks',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/complete',
  summary: 'Complete several tasks',
  description:
    'Completes tasks with the same exit, values and comment. `items` has one item for each id, in the same order. The ' +
    'status is 422 when a task was not completed, such as one with a required field without a value; the others are ' +
    'completed.',
  right: 'user',
  params: NoParams,
  input: CompletionsInput,
  result: Type.Object({ items: Type.Array(Type.Object({ id: Uuid, instance: orNull(Uuid) })) }),
  errors: [taskSomeFailed],
  handle: async ({ input }, { caller, processes }) => {
    const { ids, ...completion } = input
    return { items: await processes.tasks.completeMany(caller, ids, completion) }
  },
})
