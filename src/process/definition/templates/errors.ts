import { errorKind } from '../../../foundation/kit/errors.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'

export const processNotFound = errorKind(
  'process.not_found',
  404,
  'The process template or its version does not exist, is retired, or the caller cannot see it.',
)
export const processInvalid = errorKind(
  'process.invalid',
  400,
  'The BPMN file cannot be published. `problems` lists every reason as {elementId, message}, where `elementId` is the id of the BPMN element.',
)
export const processNotRetirable = errorKind(
  'process.not_retirable',
  409,
  'The process cannot be retired by hand: it belongs to a solution, or to the file of another process. Nothing was changed.',
)
export const processNotAllowed = errorKind(
  'process.not_allowed',
  403,
  'The caller lacks a right to the process template.',
)
export const draftNotFound = errorKind('process.draft_not_found', 404, 'The process has no draft.')
export const draftChanged = errorKind(
  'process.draft_changed',
  412,
  'The draft of the process has another revision than the one in If-Match. Nothing was changed; read it again.',
)

/**
 * Creates the 404 error for a template, with the most similar visible template as a suggestion, if there is a similar
 * one.
 */
export function notFoundFor(visible: readonly Address[], address: Address): Error {
  const path = definitionPath(address)
  return processNotFound(`process "${path.slice(0, 200)}" not found${didYouMean(path, visible.map(definitionPath))}`)
}
