import { conditionProblem } from '../../../access/index.ts'
import type { FindSource } from '../../../query/index.ts'
import { type Problem, pathText } from '../../../solutions/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import type { PlannedApplication } from './target-problems.ts'

/**
 * Yields problems for conditions of access rules that name something that will not exist after the apply. Checks the
 * rules of the planned applications and of the applications that stay unchanged.
 */
export function* whereProblems(
  planned: readonly PlannedApplication[],
  after: readonly Application[],
): Iterable<Problem> {
  for (const application of after) {
    for (const { path, message } of wrongConditions(application, after)) {
      const own = planned.find((one) => one.application === application)
      if (own !== undefined) yield { ...own.at(path), message }
      else
        yield {
          file: 'solution.yaml',
          path: '',
          message: `${applicationPath(application)}: ${pathText(path)}: ${message}`,
        }
    }
  }
}

function* wrongConditions(application: Application, all: readonly Application[]) {
  const find: FindSource = (namespace, code) => {
    const builtIn = builtInApplication({ namespace, code })
    if (builtIn) return builtIn.source
    const found = all.find((one) => one.namespace === namespace && one.code === code)
    return found && elementSource(found, find)
  }
  for (const [index, { where }] of (application.accessSection?.elements ?? []).entries()) {
    if (where === undefined) continue
    const message = conditionProblem(where, elementSource(application, find), find)
    if (message !== undefined) yield { path: ['access', 'elements', index, 'where'], message }
  }
}
