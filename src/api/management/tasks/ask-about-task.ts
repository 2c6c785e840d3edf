import { Type } from 'typebox'
import {
  taskClaimed,
  taskEnded,
  taskNotAllowed,
  taskNotClaimed,
  taskNotFound,
  taskOfSheet,
  taskWrongUser,
} from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { sentence, TaskResult, userId } from './task-schemas.ts'

export const askAboutTask = operation({
  name: 'askAboutTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/ask',
  summary: 'Ask a question about a task',
  description:
    'Asks another user a question. The task stays with its performer; the other user sees the task until the question is answered.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ userId, question: sentence('The question.') }),
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskClaimed, taskNotClaimed, taskWrongUser],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.ask(caller, params.id, input),
  }),
})
