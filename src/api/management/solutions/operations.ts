import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { applySolution } from './apply-solution.ts'
import { exportSolution } from './export-solution.ts'
import { getSolutionDrift } from './get-solution-drift.ts'
import { planSolution } from './plan-solution.ts'

/** Operations of the management API on solutions. */
export const solutionOperations: readonly Operation<Context>[] = [
  planSolution,
  applySolution,
  exportSolution,
  getSolutionDrift,
]
