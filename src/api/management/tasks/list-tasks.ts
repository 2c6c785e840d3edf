import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { taskStates, taskTabs } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { PartialTask } from './task-schemas.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

const TaskListInput = Type.Object({
  ...ListInput.properties,
  tab: Type.Optional(
    Type.Enum([...taskTabs], {
      description:
        'Tab of the task list: `mine` for tasks assigned to the caller and questions to the caller, `queue` for tasks ' +
        'that the caller can claim, `overdue` for those of both whose due date has passed, `waiting` for open tasks of ' +
        'others in the newest 5,000 instances of the caller, in sheets of the caller, and delegated by the caller, ' +
        '`done` for tasks that the caller has completed. Excludes `state` and `performer`.',
    }),
  ),
  state: Type.Optional(Type.Enum([...taskStates], { description: 'State of the tasks; `open` by default.' })),
  performer: text(
    'Id of the user whose tasks are listed; `me` for the caller, `any` for all tasks that the caller sees.',
  ),
  instanceId: text('Id of the instance.'),
  elementId: text('Id of the element in the diagram.'),
  itemId: text('Id of the element of an application that the process runs for.'),
})

export const listTasks = operation({
  name: 'listTasks',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/tasks',
  summary: 'List tasks',
  description:
    'Returns tasks, newest first. Without `performer`, `instanceId`, `elementId` and `itemId`, these are the open tasks ' +
    'that the caller can work on: assigned to the caller, waiting in a queue of the caller, or with a question to the ' +
    'caller; also as a substitute. Otherwise all matching tasks that the caller may see: those of instances that the ' +
    'caller started or took part in, and of processes whose instances the caller may view.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: TaskListInput,
  // `fields` determines which fields a task has.
  result: listResult(PartialTask),
  errors: queryErrors,
  handle: async ({ input }, { caller, processes }) => {
    const { tab, state, performer, instanceId, elementId, itemId, ...list } = (input ?? {}) as Static<
      typeof TaskListInput
    >
    const filter = { tab, state, performer, instanceId, elementId, itemId }
    const { items, total } = await processes.tasks.list(caller, filter, list)
    return listOf(items, total)
  },
})
