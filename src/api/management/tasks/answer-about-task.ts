import { Type } from 'typebox'
import { taskEnded, taskNotAllowed, taskNotAsked, taskNotFound, taskOfSheet } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { sentence, TaskResult } from './task-schemas.ts'

export const answerAboutTask = operation({
  name: 'answerAboutTask',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/tasks/{id}/answer',
  summary: 'Answer a question about a task',
  description: 'Answers the questions to the caller. The answer is in the history of the task.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ answer: sentence('The answer.') }),
  result: TaskResult,
  errors: [taskOfSheet, taskNotFound, taskNotAllowed, taskEnded, taskNotAsked],
  handle: async ({ params, input }, { caller, processes }) => ({
    task: await processes.tasks.answer(caller, params.id, input.answer),
  }),
})
