import { errorKind } from '../../kit/errors.ts'

export const accessInvalid = errorKind('access.invalid', 400, 'The rules contradict themselves or their application.')
export const accessUnknownUser = errorKind('access.unknown_user', 404, 'There is no such user.')
