import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { PlanContext, Problem } from '../../../solutions/index.ts'
import type { Field } from '../../../values/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { builtInApplications } from '../../applications/built-in.ts'
import { viewName } from '../../applications/views/view-name.ts'
import type { ApplicationDraft } from '../file/read-application.ts'

/** An application of the solution as it will be after the apply, with its file. */
export interface PlannedApplication {
  readonly application: Application
  readonly file: string
  readonly at: ApplicationDraft['at']
}

/** What a plan does not know about the applications after the apply. */
export interface UnknownApplications extends Pick<PlanContext, 'mayExist'> {
  /** The paths of applications whose own files have problems. */
  readonly unread: readonly string[]
}

/**
 * Returns whether all applications are known that conditions of access rules and contracts can read: a condition can
 * follow references through any application.
 */
export function areTargetsKnown(after: Iterable<Application>, { unread, mayExist }: UnknownApplications): boolean {
  const applications = [...after]
  const paths = new Set(
    [...applications, ...builtInApplications.map(({ application }) => application)].map(applicationPath),
  )
  return (
    unread.length === 0 &&
    applications.every((one) => [...targetsOf(one)].every(({ target }) => paths.has(target) || !mayExist(target)))
  )
}

/**
 * Yields a problem for each field and column that refers to an application that will not exist after the apply.
 * References to applications that may exist are not checked.
 */
export function* targetProblems(
  planned: readonly PlannedApplication[],
  after: readonly Application[],
  { unread, mayExist }: UnknownApplications,
): Iterable<Problem> {
  const known = [...after, ...builtInApplications.map(({ application }) => application)].map(applicationPath)
  const paths = [...known, ...unread]
  for (const { application, at } of planned) {
    for (const { path, target } of targetsOf(application)) {
      if (paths.includes(target) || mayExist(target)) continue
      yield { ...at([...path, 'to']), message: `there is no application "${target}"${didYouMean(target, paths)}` }
    }
  }
}

/**
 * Yields the applications that fields and columns refer to, such as `{path: ['fields', 3], target: 'ref.products'}`.
 */
export function* targetsOf(application: Application): Iterable<{ path: (string | number)[]; target: string }> {
  for (const [index, field] of [...application.fields.values()].entries()) {
    const columns = [...(field.columns ?? new Map<string, Field>()).values()]
    for (const [at, each] of [field, ...columns].entries()) {
      const target = each.type.refersTo?.(each)
      const path = at === 0 ? ['fields', index] : ['fields', index, 'columns', at - 1]
      if (target?.to === 'element') yield { path, target: applicationPath(target) }
    }
  }
}

/** Yields a problem for two applications with the same view name: `a_b.c` and `a.b_c` would share the view `a_b_c`. */
export function* viewProblems(
  planned: readonly PlannedApplication[],
  after: readonly Application[],
): Iterable<Problem> {
  for (const { application, file } of planned) {
    const name = viewName(application)
    const other = after.find((one) => one.id !== application.id && viewName(one) === name)
    if (other === undefined) continue
    yield { file, path: '', message: `the view bi.${name} would be the same as that of ${applicationPath(other)}` }
  }
}
