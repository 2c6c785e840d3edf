import { errorKind } from '../../foundation/kit/errors.ts'

export const pageNotFound = errorKind('page.not_found', 404, 'There is no page with this id.')
