import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { applySolution } from './apply-solution.ts'
import { applySolutionFiles } from './apply-solution-files.ts'
import { exportSolution } from './export-solution.ts'
import { exportSolutionFiles } from './export-solution-files.ts'
import { getSolutionDrift } from './get-solution-drift.ts'
import { getSolutionFile } from './get-solution-file.ts'
import { planSolution } from './plan-solution.ts'
import { planSolutionFiles } from './plan-solution-files.ts'

/** Operations of the management API on solutions. */
export const solutionOperations: readonly Operation<Context>[] = [
  planSolution,
  applySolution,
  exportSolution,
  getSolutionDrift,
  getSolutionFile,
  planSolutionFiles,
  applySolutionFiles,
  exportSolutionFiles,
]
