import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { answerAboutTask } from './answer-about-task.ts'
import { askAboutTask } from './ask-about-task.ts'
import { claimTask } from './claim-task.ts'
import { completeTask } from './complete-task.ts'
import { completeTasks } from './complete-tasks.ts'
import { countTasks } from './count-tasks.ts'
import { delegateTask } from './delegate-task.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { reassignTask } from './reassign-task.ts'
import { releaseTask } from './release-task.ts'
import { returnTask } from './return-task.ts'

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
