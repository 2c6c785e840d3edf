import { errorKind } from '../../../foundation/kit/errors.ts'

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
