import { errorKind } from '../../../foundation/kit/errors.ts'

export const batchNotFound = errorKind(
  'batch.not_found',
  404,
  'There is no batch with this id, or another user started it.',
)
export const batchEnded = errorKind('batch.ended', 409, 'The batch has already ended, so it cannot be cancelled.')
