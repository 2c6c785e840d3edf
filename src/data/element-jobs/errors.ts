import { errorKind } from '../../foundation/kit/errors.ts'

export const tooManyJobs = errorKind(
  'job.too_many',
  429,
  'The caller has too many unfinished jobs. Wait until one of them ends, or cancel one.',
)
export const nothingSelected = errorKind(
  'job.nothing_selected',
  400,
  'The request selects no elements. Send `ids`, or a `filter`; `{}` selects all elements.',
)
export const tooManySelected = errorKind(
  'job.too_many_selected',
  400,
  'The request selects more elements than one job may have. Narrow the filter.',
)
export const userBlocked = errorKind('job.user_blocked', 403, 'The user who started the job is blocked or removed.')

/** The errors of every operation that starts a job on elements. */
export const jobErrors = [nothingSelected, tooManySelected, tooManyJobs]
