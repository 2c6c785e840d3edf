import { notAllowed } from '../../foundation/http/errors.ts'
import { type ErrorKind, errorKind } from '../../foundation/kit/errors.ts'
import { fieldWrongValue } from '../../values/index.ts'
import { contextInvalid, processNotAllowed } from '../definition/index.ts'
import { startLimitReached, startRefused } from '../triggers/index.ts'

export const instanceNotFound = errorKind(
  'instance.not_found',
  404,
  'There is no process instance with this id, or the caller cannot see it.',
)
export const instanceFinished = errorKind(
  'instance.finished',
  409,
  'The process instance has already ended, so it cannot be changed or interrupted. Nothing was changed.',
)
export const instanceNotAllowed = errorKind(
  'instance.not_allowed',
  403,
  'The caller sees the process instance but may not change it. Ask an administrator of the process.',
)
export const startWrongSystemField = errorKind(
  'process.wrong_system_field',
  400,
  'A system field of the context, such as `__item`, has a wrong value. `field` names it.',
)
export const commentMissing = errorKind(
  'instance.comment_missing',
  400,
  'A change of the context of a process instance needs a comment that says why. Send `comment`.',
)

/** Creates the 404 error for an instance that does not exist or that the caller cannot see. */
export function instanceMissing(id: string): Error {
  return instanceNotFound(`process instance ${id.slice(0, 100)} not found`)
}

export const incidentNotFound = errorKind(
  'incident.not_found',
  404,
  'There is no incident with this id, or the caller does not administer its process.',
)
export const incidentClosed = errorKind(
  'incident.closed',
  409,
  'The incident is no longer open: a user resolved it, or its instance has continued or ended. Nothing was changed.',
)
export const incidentsNotSelected = errorKind(
  'incident.selection_missing',
  400,
  'The request names no incidents. Send `ids`, `messageHash`, or both.',
)
export const stepNotActive = errorKind(
  'instance.step_not_active',
  409,
  'No token of the instance waits at the element, so the step cannot be restarted or skipped. Nothing was changed.',
)
export const flowMissing = errorKind(
  'incident.flow_missing',
  400,
  'Conditions decide how the element is left and it has no default flow, so the request must name the flow to take. Nothing was changed.',
)

export const restorePointNotFound = errorKind(
  'restore_point.not_found',
  404,
  'The restore point does not exist, or the caller cannot see it. Check its id.',
)
export const restorePointUsed = errorKind(
  'restore_point.used',
  409,
  'The restore point was used before with another answer. Each restore point can be used once.',
)
export const restorePointOutdated = errorKind(
  'restore_point.outdated',
  409,
  'The answer would overwrite variables that changed after the request had been sent. The request has been sent again with the present values; answer the new request.',
)
export const restorePointClosed = errorKind(
  'restore_point.closed',
  410,
  'The restore point was revoked, or has expired: the activity no longer waits for an answer.',
)
export const answerInvalid = errorKind(
  'restore_point.answer_invalid',
  400,
  'The answer to a delegated activity does not match the declaration of the activity. The restore point stays open, so that the answer can be corrected.',
)

/** Errors of the public operation that completes a delegated activity. */
export const restoreErrors = [
  restorePointNotFound,
  restorePointUsed,
  restorePointOutdated,
  restorePointClosed,
  answerInvalid,
]

export const moveRefused = errorKind(
  'instance.move_refused',
  400,
  'The instance cannot move to the version. `reasons` lists every reason as {code, element, name, tokens, message}. Nothing was changed.',
)
export const mappingInvalid = errorKind(
  'process.mapping_invalid',
  400,
  'The mapping names an element that no version of the selected instances has. `field` names it.',
)
export const selectionMissing = errorKind(
  'process.selection_missing',
  400,
  'The request names no instances. Send `instanceIds`, or `updateAllActive` for all active instances.',
)

export const batchNotFound = errorKind(
  'batch.not_found',
  404,
  'There is no batch with this id, or another user started it.',
)
export const batchEnded = errorKind('batch.ended', 409, 'The batch has already ended, so it cannot be cancelled.')

export const trialRefused = errorKind(
  'process.trial_refused',
  400,
  'The trial of the process cannot start or go on as requested; the message says why. Nothing is stored by a trial.',
)

// The errors that operations on instances may return, for their declarations.

export const runErrors: readonly ErrorKind[] = [
  processNotAllowed,
  contextInvalid,
  startRefused,
  startLimitReached,
  startWrongSystemField,
  fieldWrongValue,
  notAllowed,
]
const onOne: readonly ErrorKind[] = [instanceNotFound, instanceNotAllowed, instanceFinished]
export const interruptErrors: readonly ErrorKind[] = onOne
export const changeErrors: readonly ErrorKind[] = [...onOne, commentMissing, contextInvalid]
