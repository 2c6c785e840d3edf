import { phrase } from '../../../foundation/kit/phrase.ts'
import type { KindPlan, PlanContext, Problem, Step } from '../../../solutions/index.ts'
import { storedField } from '../../../values/index.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { compileApplication } from '../../applications/compile.ts'
import type { DeployedApplication } from '../../applications/stored-applications.ts'
import { templateFields } from '../../elements/source/name-template.ts'
import { applyApplications } from '../apply/apply-applications.ts'
import type { ApplicationDraft } from '../file/read-application.ts'
import type { ApplicationState, ApplicationStep, ChangedApplication } from '../steps.ts'
import { applicationSteps } from './application-difference.ts'
import { codeProblems } from './code-problems.ts'
import { numberStatuses } from './status-numbers.ts'
import { areTargetsKnown, type PlannedApplication, targetProblems, targetsOf, viewProblems } from './target-problems.ts'
import { weighed } from './weigh.ts'
import { whereProblems } from './where-problems.ts'

/** Compares the applications of a solution with what is deployed. */
export function planApplications(context: PlanContext<ApplicationDraft, DeployedApplication>): KindPlan {
  const { solution, drafts, deployed, mayExist } = context
  const planned = drafts.map((draft) => planDraft(draft, deployed))
  const live = deployed.filter(({ deleted }) => !deleted)
  const others = live.filter((one) => !planned.some(({ application }) => application.id === one.application.id))
  const removed = others.filter((one) => one.solution === solution.code).map(({ application }) => application)
  const staying = others.filter((one) => one.solution !== solution.code).map(({ application }) => application)
  const after = [...staying, ...planned.map(({ application }) => application)]
  const unknown = { unread: solution.unread('application'), mayExist }
  const put = planned.filter(({ steps }) => steps.length > 0)
  return {
    problems: [
      ...planned.flatMap(({ problems }) => problems),
      ...codeProblems(solution.code, planned, live),
      ...targetProblems(planned, after, unknown),
      ...viewProblems(planned, after),
      ...(areTargetsKnown(after, unknown) ? whereProblems(planned, after) : []),
    ],
    steps: [
      ...planned.flatMap(({ application, steps }) => {
        const before = deployed.find((one) => one.application.id === application.id)
        return steps.map((step) => weighed(step, before?.application))
      }),
      ...removed.map((application) => weighed(removal(application, staying), application)),
      ...put.flatMap(({ application }) => restrictedNames(application, deployed)),
    ],
    apply: (tx, stamp) => applyApplications(tx, { solution: solution.code, put, remove: removed }, stamp),
  }
}

interface PlannedDraft extends PlannedApplication, ChangedApplication {
  readonly application: Application
  readonly steps: readonly ApplicationStep[]
  readonly problems: readonly Problem[]
}

/** Returns an application of the solution as it will be after the apply, with the steps from the deployed one. */
export function planDraft(draft: ApplicationDraft, deployed: readonly DeployedApplication[]): PlannedDraft {
  const before = deployed.find(({ namespace, code }) => namespace === draft.namespace && code === draft.code)
  const { file, at, references: _, ...rest } = draft
  const numbered = numberStatuses(draft, before?.definition)
  const problems = numbered.problems.map(([index, message]) => ({ ...at(['statuses', index, 'id']), message }))
  const definition = { ...rest, statuses: numbered.statuses, retiredStatuses: numbered.retiredStatuses }
  const removedFields = before?.application.removedFields ?? []
  const application = compileApplication(definition, { version: (before?.application.version ?? 0) + 1, removedFields })
  const steps = stepsOf(before, { definition, application })
  const effects = steps.flatMap(({ effect }) => effect ?? [])
  const keysBefore = before?.application.uniqueKeys ?? []
  return { file, at, definition, application, keysBefore, effects, steps, problems }
}

function stepsOf(before: DeployedApplication | undefined, after: ApplicationState): ApplicationStep[] {
  const { application } = after
  const path = applicationPath(application)
  const adds = { kind: 'add', what: 'application', path } as const
  if (before === undefined) {
    const sentence = phrase(
      'addsApplication',
      path,
      application.name,
      application.fields.size,
      application.statuses.length,
    )
    return [{ ...adds, sentence, effect: { do: 'open', app: application.id } }]
  }
  const kept = before.removedFields.map(({ keptAs, entry }) => {
    return { keptAs, field: storedField(entry, `${before.code}: ${keptAs}`) }
  })
  const changes = applicationSteps(before, after, kept)
  if (!before.deleted) return changes
  return [{ ...adds, sentence: phrase('bringsApplicationBack', path, application.name) }, ...changes]
}

function removal(application: Application, staying: readonly Application[]): ApplicationStep {
  const path = applicationPath(application)
  const step = { kind: 'remove', what: 'application', path } as const
  for (const other of staying) {
    if (![...targetsOf(other)].some(({ target }) => target === path)) continue
    const sentence = phrase('cannotRemoveReferenced', path, applicationPath(other))
    return { ...step, sentence, narrows: true, blocked: true }
  }
  const sentence = phrase('removesApplication', path)
  return { ...step, sentence, narrows: true, asks: { of: 'elements', app: application.id } }
}

/**
 * Returns a blocked step for a name template that contains a field whose readers administrators have restricted,
 * because everyone can read names.
 */
function restrictedNames({ id, nameTemplate = '', ...address }: Application, deployed: readonly DeployedApplication[]) {
  const setting = deployed.find(({ application }) => application.id === id)?.accessSetting
  const restricted = setting?.fields?.flatMap(({ fields }) => fields) ?? []
  const shown = templateFields(nameTemplate).filter((code) => restricted.includes(code))
  if (shown.length === 0) return []
  const codes = shown.map((code) => `"${code}"`).join(', ')
  const sentence = phrase('nameWouldShowRestrictedFields', codes)
  const step: Step = { kind: 'change', what: 'access', path: applicationPath(address), sentence, blocked: true }
  return [step]
}
