import { errorKind } from '../kit/errors.ts'

export const exportNotFound = errorKind('retention.export_not_found', 404, 'There is no retention export with this id.')
export const retentionRunEnded = errorKind('retention.ended', 409, 'The run has already ended.')
