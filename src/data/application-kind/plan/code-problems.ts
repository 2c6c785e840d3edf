import { foldCode } from '../../../foundation/kit/codes.ts'
import { type Problem, systemNamespace } from '../../../solutions/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import type { DeployedApplication } from '../../applications/stored-applications.ts'
import type { PlannedApplication } from './target-problems.ts'

/**
 * Yields problems for codes that differ only in case from a deployed code, and for applications in the built-in
 * namespace that belong to another solution. A code never changes: another spelling would define a new application
 * with a new id and without the existing elements.
 */
export function* codeProblems(
  solution: string,
  planned: readonly PlannedApplication[],
  live: readonly DeployedApplication[],
): Iterable<Problem> {
  for (const one of planned) {
    yield* applicationProblems(one, solution, live)
    const before = live.find(({ application }) => application.id === one.application.id)
    if (before !== undefined) yield* fieldProblems(one, before.application)
  }
}

const hint = '; a code never changes, nor does its case'

function* applicationProblems(
  { application, file }: PlannedApplication,
  solution: string,
  live: readonly DeployedApplication[],
): Iterable<Problem> {
  const path = applicationPath(application)
  const respelled = live.find((one) => isRespelled(applicationPath(one.application), path))
  if (respelled !== undefined) {
    const other = applicationPath(respelled.application)
    const message = `the application ${other} is deployed, which differs from ${path} only in case${hint}`
    yield { file, path: '', message }
  }
  const same = live.find((one) => one.application.id === application.id)
  // Only the built-in namespace is shared. Every other namespace belongs to one solution, and no other solution can
  // define anything in it.
  if (application.namespace === systemNamespace && same !== undefined && same.solution !== solution)
    yield { file, path: '', message: `the application ${path} belongs to the solution "${same.solution}"` }
}

function* fieldProblems({ application, at }: PlannedApplication, before: Application): Iterable<Problem> {
  for (const [index, code] of [...application.fields.keys()].entries()) {
    const other = [...before.fields.keys()].find((one) => isRespelled(one, code))
    if (other === undefined) continue
    const message = `the field "${other}" is deployed, which differs from "${code}" only in case${hint}`
    yield { ...at(['fields', index, 'code']), message }
  }
}

function isRespelled(one: string, other: string): boolean {
  return one !== other && foldCode(one) === foldCode(other)
}
