import { errorKind } from '../kit/errors.ts'

export const jobNotFound = errorKind('job.not_found', 404, 'There is no job with this id, or another user started it.')
export const jobEnded = errorKind('job.ended', 409, 'The job has already ended, so it cannot be cancelled.')
