import { errorKind } from '../../../foundation/kit/errors.ts'

export const taskNotFound = errorKind('task.not_found', 404, 'The task does not exist, or the caller cannot see it.')
export const taskNotAllowed = errorKind(
  'task.not_allowed',
  403,
  'The caller can see the task, but only its performers, their substitutes and administrators of the process may do this.',
)
export const taskEnded = errorKind(
  'task.ended',
  409,
  'The task was completed or cancelled before. Nothing was changed; `task` of the answer to `GET /api/v1/tasks/{id}` says how the task ended.',
)
export const taskOutdated = errorKind(
  'task.outdated',
  409,
  'Fields that the completion changes were changed by something else after the form had shown them. Nothing was changed. `problems` lists the fields, and `present` holds their present values.',
)
export const taskClaimed = errorKind(
  'task.claimed',
  409,
  'Another person works on the task. An administrator of the process can reassign it.',
)
export const taskNotClaimed = errorKind('task.not_claimed', 409, 'The task waits in a queue. Claim it first.')
export const taskNotQueued = errorKind(
  'task.not_queued',
  409,
  'The task was assigned directly, so there is no queue to release it to. Reassign or delegate it.',
)
export const taskDelegated = errorKind(
  'task.delegated',
  409,
  'The task is delegated. The delegate returns it to its owner, and the owner completes it; the owner can also take it back.',
)
export const taskNotDelegated = errorKind(
  'task.not_delegated',
  409,
  'The task is not delegated, so it cannot be returned.',
)
export const taskNotAsked = errorKind(
  'task.not_asked',
  409,
  'There is no open question to the caller, or it was answered before.',
)
export const taskOfSheet = errorKind(
  'task.of_sheet',
  409,
  'The task belongs to a sheet of approval or familiarization. It can be completed and delegated; it has no queue, no owner and no questions.',
)
export const taskWrongUser = errorKind(
  'task.wrong_user',
  400,
  'The user does not exist, is blocked, or is already the performer of the task. `field` names the wrong field.',
)
export const taskWrongExit = errorKind(
  'task.wrong_exit',
  400,
  'The task has no exit with this code, or requires an exit and none was given. `exits` lists the codes.',
)
export const taskWrongValues = errorKind(
  'task.wrong_values',
  400,
  'Values are missing, unknown, read-only or of the wrong type. `problems` lists one {field, message} for each wrong field.',
)
export const taskSomeFailed = errorKind(
  'task.some_failed',
  422,
  'At least one task of a bulk completion was not completed. `items` has the result of each task; the other tasks were completed.',
)
