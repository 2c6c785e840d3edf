import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { processNotFound } from './errors.ts'

/** Returns the 404 for a template, with the nearest of the templates that the caller may see as a suggestion. */
export function notFoundFor(visible: readonly Address[], address: Address): Error {
  const path = definitionPath(address)
  return processNotFound(`process "${path.slice(0, 200)}" not found${didYouMean(path, visible.map(definitionPath))}`)
}
