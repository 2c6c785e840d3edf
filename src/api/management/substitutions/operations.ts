import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createSubstitution } from './create-substitution.ts'
import { endSubstitution } from './end-substitution.ts'
import { listSubstitutions } from './list-substitutions.ts'

/** Operations of the management API on substitutions. */
export const substitutionOperations: readonly Operation<Context>[] = [
  createSubstitution,
  listSubstitutions,
  endSubstitution,
]
