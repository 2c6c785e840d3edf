import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import {
  taskClaimed,
  taskDelegated,
  taskEnded,
  taskNotAllowed,
  taskNotAsked,
  taskNotClaimed,
  taskNotDelegated,
  taskNotFound,
  taskNotQueued,
  taskOfSheet,
  taskSomeFailed,
  taskWrongExit,
  taskWrongUser,
  taskWrongValues,
} from '../../../process/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, orNull, Uuid } from '../../v1/schemas.ts'
import { completeTask } from './complete-task.ts'
import { listTasks } from './list-tasks.ts'
import { Comment, CompletionInput, CompletionsInput, sentence, TaskResult, userId } from './task-schemas.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const countTasks = operation({
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

const completeTasks = operation({
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

export const claimTask = operation({
  name: 'claimTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/claim',
  summary: 'Claim a task',
  description:
    'Takes a task out of its queue, or begins a task that was assigned to the caller. When several callers claim a task at the same time, one of them gets the task. A substitute claims the task for the principal.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskClaimed],
  handle: async ({ params }, { caller, processes }) => ({
    task: await processes.tasks.claim(caller, params.id),
  }),
})

const releaseTask = operation({
  name: 'releaseTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/release',
  summary: 'Release a task',
  description:
    'Puts a claimed task back into its queue. Allowed for its performer and for those who administer the process.',
  inLanguage: true,
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

const reassignTask = operation({
  name: 'reassignTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/reassign',
  summary: 'Reassign a task',
  description:
    'Gives a task to another user permanently. Allowed for its performer, for the owner of a delegated task, and for those who administer the process.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, reason: sentence('Reason for the reassignment.') }),
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskDelegated, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.reassign(caller, params.id, input),
  }),
})

const delegateTask = operation({
  name: 'delegateTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/delegate',
  summary: 'Delegate a task',
  description:
    'Gives a task to another user who returns it. The present performer becomes its owner, gets the task back, and completes it.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, comment: Comment }),
  result: TaskResult,
  errors: [taskNotFound, taskNotAllowed, taskEnded, taskClaimed, taskNotClaimed, taskDelegated, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.delegate(caller, params.id, input),
  }),
})

const returnTask = operation({
  name: 'returnTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/return',
  summary: 'Return a delegated task',
  description:
    'Gives a delegated task back to its owner. The delegate can suggest an exit and values, which the owner sees in `suggestion`. The owner can also take the task back.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  input: CompletionInput,
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskNotDelegated, taskWrongExit, taskWrongValues],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.returnToOwner(caller, params.id, input),
  }),
})

const askAboutTask = operation({
  name: 'askAboutTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/ask',
  summary: 'Ask a question about a task',
  description:
    'Asks another user a question. The task stays with its performer; the other user sees the task until the question is answered.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, question: sentence('The question.') }),
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskClaimed, taskNotClaimed, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.ask(caller, params.id, input),
  }),
})

const answerAboutTask = operation({
  name: 'answerAboutTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/answer',
  summary: 'Answer a question about a task',
  description: 'Answers the questions to the caller. The answer is in the history of the task.',
  inLanguage: true,
  right: 'user',
  params: IdParams,
  input: Type.Object({ answer: sentence('The answer.') }),
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskNotAsked],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.answer(caller, params.id, input.answer),
  }),
})

/** Operations of the management API on tasks. */
export const taskOperations: readonly Operation<Context>[] = [
  listTasks,
  countTasks,
  completeTasks,
  getTask,
  claimTask,
  releaseTask,
  reassignTask,
  delegateTask,
  returnTask,
  askAboutTask,
  answerAboutTask,
  completeTask,
]
