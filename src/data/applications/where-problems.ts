import { conditionOf } from '../../access/access.ts'
import { sql } from '../../foundation/db/sql.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { nilId } from '../../foundation/kit/ids.ts'
import { type FindSource, predicate } from '../../query/index.ts'
import { type ApplicationDraft, applicationPath } from '../../solutions/definition.ts'
import { pathText } from '../../solutions/file-problems.ts'
import type { Problem } from '../../solutions/problems.ts'
import { elementSource } from '../elements/source/element-source.ts'
import type { Application } from './application.ts'
import { builtInApplication } from './built-in.ts'

interface Draft {
  readonly application: Application
  readonly at: ApplicationDraft['at']
}

/**
 * Yields problems for conditions of access rules that name something that will not exist, both in the drafts and in the
 * applications that stay.
 */
export function* whereProblems(drafts: readonly Draft[], after: readonly Application[]): Iterable<Problem> {
  for (const application of after) {
    for (const { path, message } of wrongConditions(application, after)) {
      const draft = drafts.find((one) => one.application === application)
      if (draft !== undefined) yield { ...draft.at(path), message }
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
  for (const [index, { where }] of (application.accessSection?.elements ?? []).entries()) {
    const message = where === undefined ? undefined : conditionProblem(where, application, all)
    if (message !== undefined) yield { path: ['access', 'elements', index, 'where'], message }
  }
}

/**
 * Returns the problem of a condition that names something unknown; otherwise undefined. Blank and malformed conditions
 * are found earlier.
 */
export function conditionProblem(
  where: string,
  application: Application,
  all: readonly Application[],
): string | undefined {
  const find: FindSource = (namespace, code) => {
    const builtIn = builtInApplication({ namespace, code })
    if (builtIn) return builtIn.source
    const found = all.find((one) => one.namespace === namespace && one.code === code)
    return found && elementSource(found, find)
  }
  try {
    const source = elementSource(application, find)
    const condition = conditionOf(where)
    if (condition === undefined) return undefined
    predicate(condition, source, sql`e`, { find, callerId: nilId, nowMs: 0 })
    return undefined
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}
