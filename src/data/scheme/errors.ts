import { errorKind } from '../../foundation/kit/errors.ts'

export const pageNotFound = errorKind('page.not_found', 404, 'There is no page with this id.')
export const documentTemplateNotFound = errorKind(
  'document_template.not_found',
  404,
  'There is no document template with this id.',
)
