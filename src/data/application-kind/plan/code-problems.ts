import { foldCode } from '../../../foundation/kit/codes.ts'
import { type ApplicationDraft, applicationPath, type Solution } from '../../applications/definition.ts'
import type { Deployed, DeployedApplication } from '../../applications/stored-applications.ts'
import type { Problem } from '../../../solutions/problems.ts'
import type { Application } from '../../applications/application.ts'
import { systemNamespace } from '../../applications/built-in.ts'

interface Draft {
  readonly application: Application
  readonly file: string
  readonly at: ApplicationDraft['at']
}

/**
 * Yields problems for codes that differ only in case from a deployed code, and for applications that belong to another
 * solution. A code never changes: another spelling would define another object with another id, without the elements of
 * the first.
 */
export function* codeProblems(
  { code: solution, namespaces }: Solution,
  drafts: readonly Draft[],
  deployed: Deployed,
): Iterable<Problem> {
  for (const { code } of namespaces) {
    const other = deployed.namespaces.find((one) => isRespelled(one.code, code))
    if (other === undefined) continue
    const message = `the namespace "${other.code}" is deployed, which differs from "${code}" only in case${hint}`
    yield { file: `namespaces/${code}/namespace.yaml`, path: '', message }
  }
  const live = deployed.applications.filter(({ deleted }) => !deleted)
  for (const draft of drafts) {
    yield* applicationProblems(draft, solution, live)
    const before = live.find(({ application }) => application.id === draft.application.id)
    if (before !== undefined) yield* fieldProblems(draft, before.application)
  }
}

const hint = '; a code never changes, nor does its case'

function* applicationProblems(
  { application, file }: Draft,
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

function* fieldProblems({ application, at }: Draft, before: Application): Iterable<Problem> {
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
