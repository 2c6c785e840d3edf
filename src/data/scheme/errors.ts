import { errorKind } from '../../foundation/kit/errors.ts'

export const moduleNotFound = errorKind('module.not_found', 404, 'There is no module with this id.')
export const pageNotFound = errorKind('page.not_found', 404, 'There is no page with this id.')
