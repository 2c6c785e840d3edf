import { errorKind } from '../../kit/errors.ts'

export const namespaceNotFound = errorKind('namespace.not_found', 404, 'There is no such namespace.')
export const solutionNotFound = errorKind('solution.not_found', 404, 'No solution of this code is deployed.')
export const moduleNotFound = errorKind('module.not_found', 404, 'There is no such module.')
export const pageNotFound = errorKind('page.not_found', 404, 'There is no such page.')
export const documentTemplateNotFound = errorKind(
  'document_template.not_found',
  404,
  'There is no such document template.',
)
export const processNotFound = errorKind('process.not_found', 404, 'There is no such process.')
