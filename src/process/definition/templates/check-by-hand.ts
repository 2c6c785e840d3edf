import { type ModelProblem, ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import type { Caller } from '../../../people/index.ts'
import type { Address } from '../../../solutions/index.ts'
import { checkPlace, compileFor, examineFile } from './examine-file.ts'
import type { PublishDeps } from './publish-by-hand.ts'
import type { TemplateCatalog } from './template-catalog.ts'

/** A problem of a file: an error prevents publishing, a warning does not. */
interface CheckedProblem extends ModelProblem {
  readonly severity: 'error' | 'warning'
}

/**
 * Checks a BPMN file as publishing would, and changes nothing. Throws a 404 for an unknown namespace or application.
 */
export type CheckByHand = (caller: Caller, address: Address, bytes: Uint8Array) => Promise<readonly CheckedProblem[]>

export function createCheckByHand(deps: PublishDeps, catalog: TemplateCatalog): CheckByHand {
  return async (caller, address, bytes) => {
    checkPlace(deps.apps, caller, address)
    try {
      const file = await compileFor(address, bytes)
      const { problems, warnings } = await examineFile(deps.database.reader, {
        address,
        file,
        catalog,
        secrets: deps.secrets,
        areExpressionsStrict: deps.areExpressionsStrict,
      })
      return [...of('error', problems), ...of('warning', warnings)]
    } catch (error) {
      if (error instanceof ModelRefused) return of('error', error.problems)
      throw error
    }
  }
}

const of = (severity: CheckedProblem['severity'], problems: readonly ModelProblem[]): CheckedProblem[] =>
  problems.map((problem) => ({ ...problem, severity }))
