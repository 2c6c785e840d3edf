import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import { processNotFound } from './errors.ts'

/** Creates the 404 error for a template, with the most similar visible template as a suggestion. */
export function notFoundFor(visible: readonly Address[], address: Address): Error {
  const path = definitionPath(address)
  return processNotFound(`process "${path.slice(0, 200)}" not found${didYouMean(path, visible.map(definitionPath))}`)
}
