import type { Application } from '../../applications/application.ts'
import { applicationSteps } from './application-difference.ts'
import { builtInApplications } from '../../applications/built-in.ts'
import { codeProblems } from './code-problems.ts'
import { compileApplication } from '../../applications/compile.ts'
import { numberStatuses } from './status-numbers.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { whereProblems } from './where-problems.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { groupDifference } from '../../../people/groups/definition/group-difference.ts'
import { groupProblems } from '../../../people/groups/definition/group-problems.ts'
import type { Field } from '../../../query/fields/index.ts'
import type { ChangedApplication, Difference, Step } from '../../../solutions/change.ts'
import { type ApplicationDraft, applicationPath, type NamespaceDefinition, type Solution } from '../../applications/definition.ts'
import type { Deployed, DeployedApplication } from '../../applications/stored-applications.ts'
import { type Problem, refuseProblems } from '../../../solutions/problems.ts'

/**
 * Returns the steps that deploying a solution requires. Throws `definition.invalid` when the solution contradicts the
 * deployed definitions.
 */
export function differenceOf(solution: Solution, deployed: Deployed): Difference {
  const problems = [...foreignProblems(solution, deployed)]
  const drafts = solution.applications.map((draft) => draftDifference(draft, deployed, problems))
  const removed = removedApplications(solution, deployed)
  const staying = deployed.applications.filter(
    ({ deleted, application }) =>
      !deleted && !removed.includes(application) && !drafts.some((draft) => draft.application.id === application.id),
  )
  const after = [...staying.map(({ application }) => application), ...drafts.map(({ application }) => application)]
  problems.push(
    ...codeProblems(solution, drafts, deployed),
    ...targetProblems(drafts, after),
    ...viewProblems(drafts, after),
    ...whereProblems(drafts, after),
    ...groupProblems(solution, deployed.groups),
  )
  refuseProblems(problems)
  const { steps, put, remove } = namespaceDifference(solution, deployed)
  const groups = groupDifference(solution, deployed.groups)
  return {
    steps: [
      ...solutionSteps(solution, deployed),
      ...steps,
      ...groups.steps,
      ...drafts.flatMap((draft) => draft.steps),
      ...removed.map((application) => removal(application, staying)),
    ],
    putNamespaces: put,
    removeNamespaces: remove,
    putApplications: drafts.filter((draft) => draft.steps.length > 0),
    removeApplications: removed,
    putGroups: groups.put,
    removeGroups: groups.remove,
  }
}

interface DraftDifference extends ChangedApplication {
  readonly file: string
  readonly at: ApplicationDraft['at']
  readonly steps: readonly Step[]
}

function draftDifference(draft: ApplicationDraft, deployed: Deployed, problems: Problem[]): DraftDifference {
  const before = deployed.applications.find(({ application }) => isSame(application, draft))
  const { file, at, ...rest } = draft
  const { statuses, retiredStatuses, problems: numberProblems } = numberStatuses(draft, before?.definition)
  for (const [index, message] of numberProblems) problems.push({ ...at(['statuses', index, 'id']), message })
  const definition = { ...rest, statuses, retiredStatuses }
  const droppedFields = before?.application.droppedFields ?? []
  const application = compileApplication(definition, { version: (before?.application.version ?? 0) + 1, droppedFields })
  const steps = stepsOf(before, { definition, application })
  const effects = steps.flatMap(({ effect }) => effect ?? [])
  return { file, at, definition, application, keysBefore: before?.application.uniqueKeys ?? [], effects, steps }
}

function stepsOf(
  before: DeployedApplication | undefined,
  after: Pick<DeployedApplication, 'definition' | 'application'>,
): Step[] {
  const { application } = after
  const path = applicationPath(application)
  const adds = { kind: 'add', what: 'application', path } as const
  if (before === undefined) {
    const sentence = `adds the application ${path} "${application.name}" with ${application.fields.size} fields and ${application.statuses.length} statuses`
    return [{ ...adds, sentence, effect: { do: 'open', app: application.id } }]
  }
  const changes = applicationSteps(before, after, before.kept)
  if (!before.deleted) return changes
  return [
    { ...adds, sentence: `brings the application ${path} "${application.name}" back with its elements` },
    ...changes,
  ]
}

/** Yields problems for namespaces that belong to other solutions, and for dependencies that are not deployed. */
function* foreignProblems(solution: Solution, deployed: Deployed): Iterable<Problem> {
  const others = deployed.solutions.filter(({ code }) => code !== solution.code).map(({ code }) => code)
  for (const [index, code] of solution.dependencies.entries()) {
    if (others.includes(code)) continue
    const message = `the solution "${code}" is not deployed${didYouMean(code, others)}`
    yield { file: 'solution.yaml', path: `dependencies[${index}]`, message }
  }
  for (const { code } of solution.namespaces) {
    const owner = deployed.namespaces.find((namespace) => namespace.code === code)?.solution
    if (owner === undefined || owner === solution.code) continue
    yield {
      file: `namespaces/${code}/namespace.yaml`,
      path: '',
      message: `the namespace "${code}" belongs to the solution "${owner}"`,
    }
  }
}

function* targetProblems(drafts: readonly DraftDifference[], after: readonly Application[]): Iterable<Problem> {
  const paths = [...after, ...builtInApplications.map(({ application }) => application)].map(applicationPath)
  for (const { application, at } of drafts) {
    for (const { path, target } of targetsOf(application)) {
      if (paths.includes(target)) continue
      yield { ...at([...path, 'to']), message: `there is no application "${target}"${didYouMean(target, paths)}` }
    }
  }
}

/**
 * Yields the applications that fields and columns refer to, such as `{path: ['fields', 3], target: 'ref.products'}`.
 */
function* targetsOf(application: Application): Iterable<{ path: (string | number)[]; target: string }> {
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
function* viewProblems(drafts: readonly DraftDifference[], after: readonly Application[]): Iterable<Problem> {
  for (const { application, file } of drafts) {
    const name = viewName(application)
    const other = after.find((one) => one.id !== application.id && viewName(one) === name)
    if (other === undefined) continue
    yield { file, path: '', message: `the view bi.${name} would be the same as that of ${applicationPath(other)}` }
  }
}

function solutionSteps({ code, name, version, dependencies }: Solution, deployed: Deployed): Step[] {
  const before = deployed.solutions.find((solution) => solution.code === code)
  const step = { what: 'solution', path: code } as const
  if (before === undefined) return [{ ...step, kind: 'add', sentence: `adds the solution "${name}" ${version}` }]
  const sentences: string[] = []
  if (before.version !== version) sentences.push(`version ${before.version} becomes ${version}`)
  if (before.name !== name) sentences.push(`title "${before.name}" becomes "${name}"`)
  if (before.dependencies.join() !== dependencies.join())
    sentences.push(`depends on ${dependencies.join(', ') || 'nothing'}`)
  return sentences.map((sentence): Step => ({ ...step, kind: 'change', sentence }))
}

function namespaceDifference(solution: Solution, deployed: Deployed) {
  const steps: Step[] = []
  const put: NamespaceDefinition[] = []
  for (const namespace of solution.namespaces) {
    const before = deployed.namespaces.find(({ code }) => code === namespace.code)
    const changes =
      before === undefined ? [`adds the namespace "${namespace.code}"`] : namespaceChanges(before, namespace)
    const kind = before === undefined ? 'add' : 'change'
    steps.push(...changes.map((sentence): Step => ({ kind, what: 'namespace', path: namespace.code, sentence })))
    if (changes.length > 0) put.push(namespace)
  }
  const remove = deployed.namespaces
    .filter(
      ({ code, solution: owner }) => owner === solution.code && !solution.namespaces.some((one) => one.code === code),
    )
    .map(({ code }) => code)
  // The step itself is not destructive: the data loss appears in the steps of the namespace's applications, which are
  // removed with the namespace.
  for (const code of remove)
    steps.push({ kind: 'remove', what: 'namespace', path: code, sentence: `removes the namespace "${code}"` })
  return { steps, put, remove }
}

function namespaceChanges(before: NamespaceDefinition, after: NamespaceDefinition): string[] {
  const sentences: string[] = []
  if (before.name !== after.name) sentences.push(`title "${before.name}" becomes "${after.name}"`)
  if (before.icon !== after.icon) sentences.push(`icon becomes ${after.icon ?? 'none'}`)
  if (before.order !== after.order) sentences.push(`place in the menu becomes ${after.order}`)
  if (before.visibleTo?.join() !== after.visibleTo?.join())
    sentences.push(`is visible to ${after.visibleTo?.join(', ') ?? 'everyone'}`)
  return sentences
}

function removedApplications(solution: Solution, deployed: Deployed): Application[] {
  return deployed.applications
    .filter(({ deleted, solution: owner }) => !deleted && owner === solution.code)
    .map(({ application }) => application)
    .filter((application) => !solution.applications.some((draft) => isSame(application, draft)))
}

function removal(application: Application, staying: readonly DeployedApplication[]): Step {
  const path = applicationPath(application)
  const step = { kind: 'remove', what: 'application', path } as const
  for (const { application: other } of staying) {
    if (![...targetsOf(other)].some(({ target }) => target === path)) continue
    const sentence = `cannot remove ${path}: ${applicationPath(other)} refers to it`
    return { ...step, sentence, narrows: true, blocked: true }
  }
  const sentence = `removes the application ${path}; its elements are kept and come back with it`
  return { ...step, sentence, narrows: true, asks: { of: 'elements', app: application.id } }
}

function isSame(application: Application, draft: ApplicationDraft): boolean {
  return application.namespace === draft.namespace && application.code === draft.code
}
