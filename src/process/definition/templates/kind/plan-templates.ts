import { isDeepStrictEqual } from 'node:util'
import { calendarKind } from '../../../../calendars/index.ts'
import { applicationKind } from '../../../../data/index.ts'
import { foldCode } from '../../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../../foundation/kit/json.ts'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import { phrase } from '../../../../foundation/kit/phrase.ts'
import {
  type DefinitionKind,
  type Deployed,
  type Draft,
  definitionPath,
  type KindPlan,
  type PlanContext,
  type Problem,
  type Step,
} from '../../../../solutions/index.ts'
import { callProblems } from '../check-file.ts'
import type { CompiledFile } from '../compile-template.ts'
import { conditionProblems, statusProblems } from '../element-conditions.ts'
import { knownDefinitions } from '../known-definitions.ts'
import { type ArmStarts, publishFile } from '../publish-file.ts'
import type { DeployedTemplate } from '../stored-templates.ts'
import { settingsFile, type TemplateSettings } from '../template-settings.ts'
import type { TemplateUse } from '../template-uses.ts'
import { confirmAccess, removableInstances, retireTemplates, runningInstances } from '../templates.store.ts'
import { fileWarnings } from '../warnings/file-warnings.ts'
import { type CompiledDraft, formFieldSteps } from './form-fields.ts'
import { openBeforeWarning, viewersDifference } from './plan-access.ts'
import { compileDraft, problemOf, type TemplateDraft } from './read-template.ts'
import { variableProblems, variablesDifference } from './variable-rules.ts'

type Context = PlanContext<TemplateDraft, DeployedTemplate>

/**
 * Compares the processes of a solution with the deployed processes. Compiles and checks the file of every process.
 */
export async function planTemplates(context: Context, armStarts: ArmStarts): Promise<KindPlan> {
  const { solution, drafts, deployed } = context
  const problems: Problem[] = [...placeProblems(context)]
  const compiled: CompiledDraft[] = []
  for (const draft of drafts) {
    const result = await compileDraft(draft)
    if ('templates' in result) compiled.push({ draft, file: result })
    else problems.push(...result)
  }
  const together = togetherOf(compiled)
  problems.push(...compiled.flatMap(({ draft, file }) => variableProblems(draft, file)))
  problems.push(...(await cycleProblems(context, compiled, together)), ...eventProblems(context, compiled))
  const changed = compiled.flatMap(({ draft, file }) => {
    const steps = stepsOf(draft, file, find(deployed, draft), solution.code)
    return steps.length > 0 ? [{ draft, file, steps }] : []
  })
  const removed = deployed.filter((one) => one.solution === solution.code && !one.deleted && !find(drafts, one))
  return {
    problems,
    mistakes: compiled.flatMap(({ draft, file }) => file.mistakes.map((mistake) => problemOf(draft, mistake))),
    warnings: [
      ...accessWarnings(context),
      ...compiled.flatMap(offerWarning),
      ...(await warningsOf(context, compiled, together.keys())),
    ],
    steps: [
      ...changed.flatMap(({ steps }) => steps),
      ...(await formFieldSteps(context, compiled, removed)),
      ...removed.map(removal),
    ],
    async apply(tx, stamp) {
      for (const { draft, file } of changed) {
        const { namespace, code, settings } = draft
        const comment = stamp.comment ?? `solution ${solution.code} ${solution.version}`
        await publishFile(
          tx,
          { namespace, code, file, settings, solution: solution.code, comment },
          { stamp, armStarts },
        )
      }
      await retireTemplates(tx, removed.flatMap(idsOf), stamp)
      await confirmAccess(
        tx,
        drafts.flatMap((draft) => find(deployed, draft)?.id ?? []),
      )
    },
  }
}

const samePath = (a: { namespace: string; code: string }, b: { namespace: string; code: string }): boolean =>
  a.namespace === b.namespace && a.code === b.code
const find = <T extends { namespace: string; code: string }>(
  all: readonly T[],
  one: { namespace: string; code: string },
) => all.find((other) => samePath(other, one))
const idsOf = ({ templates }: DeployedTemplate): string[] => templates.map(({ id }) => id)

/** Yields the problems of the address of a file and of the applications that the file names. */
function* placeProblems({ solution, drafts, deployed, definitions, mayExist }: Context): Iterable<Problem> {
  const pathsOf = <D extends Draft, E extends Deployed & { readonly deleted?: boolean }>(
    kind: DefinitionKind<D, E>,
  ) => [
    ...solution.of(kind).map(definitionPath),
    ...solution.unread(kind.word),
    ...definitions
      .of(kind)
      .flatMap((one) => (one.solution !== solution.code && !one.deleted ? [definitionPath(one)] : [])),
  ]
  const known = { application: pathsOf(applicationKind), calendar: pathsOf(calendarKind) }
  for (const { namespace, code, file, named } of drafts) {
    const path = definitionPath({ namespace, code })
    const owner = find(deployed, { namespace, code })
    if (owner !== undefined && !owner.deleted && owner.solution !== '' && owner.solution !== solution.code)
      yield { file, path: '', message: `the process "${path}" belongs to the solution "${owner.solution}"` }
    const twin = deployed.find(
      (one) => definitionPath(one) !== path && foldCode(definitionPath(one)) === foldCode(path),
    )
    if (twin !== undefined) {
      const message = `the process "${definitionPath(twin)}" is already deployed and differs from "${path}" only in case; use another code`
      yield { file, path: '', message: `${message}; a code and its case never change` }
    }
    const own = { to: 'application' as const, path: namespace, place: { file, path: '' } }
    for (const { to, path: target, place } of [...(namespace.includes('.') ? [own] : []), ...named]) {
      if (known[to].includes(target) || mayExist(target)) continue
      yield { ...place, message: `there is no ${to} "${target}"${didYouMean(target, known[to])}` }
    }
  }
}

type Together = ReadonlyMap<string, readonly TemplateUse[]>

/** Returns what each template of the files refers to, by the path of the template. */
const togetherOf = (compiled: readonly CompiledDraft[]): Together =>
  new Map(
    compiled.flatMap(({ draft: { namespace }, file }) =>
      file.templates.map(({ code, uses }) => [definitionPath({ namespace, code }), uses] as const),
    ),
  )

async function cycleProblems(
  { reader, definitions }: Context,
  compiled: readonly CompiledDraft[],
  together: Together,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { draft, file } of compiled) {
    const found = await callProblems(draft.namespace, file.templates, { reader, definitions, together })
    problems.push(...found.map((problem) => problemOf(draft, problem)))
  }
  return problems
}

/** Returns a problem for each condition and status of an element event that does not fit its application. */
function eventProblems({ definitions, solution }: Context, compiled: readonly CompiledDraft[]): Problem[] {
  const known = knownDefinitions(definitions, [], solution)
  return compiled.flatMap(({ draft, file }) => [
    ...conditionProblems(file.templates, known).map((problem) => problemOf(draft, problem)),
    ...statusProblems(draft.settings, known).map(({ at, message }) => ({ ...draft.placeOf(at), message })),
  ])
}

/** Returns a warning for each process whose instances everyone saw before an update and that has no access rules. */
const accessWarnings = ({ drafts, deployed }: Context): Problem[] =>
  drafts.flatMap((draft) =>
    draft.settings.access === undefined && find(deployed, draft)?.wasOpen
      ? [{ file: draft.file, path: '', message: openBeforeWarning }]
      : [],
  )

/** Returns a warning if the settings offer the process at elements although only events can start it. */
function offerWarning({ draft, file }: CompiledDraft): Problem[] {
  const isOffered = draft.settings.startFrom !== undefined && draft.settings.startFrom.length > 0
  if (!isOffered || file.templates[0]!.program.scopes[0]!.entries.length > 0) return []
  const message = 'elements do not offer the process, because it has no start event without an event definition'
  return [{ ...draft.placeOf(['startFrom']), message }]
}

async function warningsOf(
  { reader, definitions, solution, secrets, mayExist }: Context,
  compiled: readonly CompiledDraft[],
  templates: Iterable<string>,
): Promise<Problem[]> {
  const known = knownDefinitions(definitions, templates, solution, mayExist)
  const warnings: Problem[] = []
  for (const { draft, file } of compiled) {
    const found = await fileWarnings(file, { reader, known, secrets })
    warnings.push(...found.map((warning) => problemOf(draft, warning)))
  }
  return warnings
}

function stepsOf(
  draft: TemplateDraft,
  file: CompiledFile,
  before: DeployedTemplate | undefined,
  solution: string,
): Step[] {
  const path = definitionPath(draft)
  const step = { what: 'process', path } as const
  if (before === undefined || before.deleted) {
    const added = phrase('addsProcess', path, file.templates[0]!.name)
    const parts = file.templates.slice(1).map(({ code }) => code)
    const sentence = parts.length === 0 ? added : phrase('andAlso', added, parts.join(', '))
    return [{ ...step, kind: 'add', sentence }]
  }
  const sentences = [
    ...(before.solution === solution ? [] : [phrase('takesProcessOver', path)]),
    ...(before.hash === draft.hash ? [] : [phrase('publishesProcessVersion', before.version + 1, path)]),
    ...(isDeepStrictEqual(otherSettings(before), otherSettings(draft))
      ? []
      : [
          phrase('changesProcessSettings', path),
          ...viewersDifference(path, before.settings, draft.settings),
          ...variablesDifference(path, before.settings, draft.settings),
        ]),
  ]
  return [
    ...sentences.map((sentence): Step => ({ ...step, kind: 'change', sentence })),
    ...(before.settings.keepDays === draft.settings.keepDays ? [] : [retentionStep(before, draft)]),
  ]
}

/** Returns the settings without the retention, which has a step of its own. */
function otherSettings({
  settings: { keepDays: _, ...settings },
}: {
  readonly settings: TemplateSettings
}): JsonObject {
  return settingsFile(settings)
}

/**
 * Returns the step that changes the retention. The step is destructive if some instances are due for removal by it.
 */
function retentionStep(before: DeployedTemplate, { settings: { keepDays } }: TemplateDraft): Step {
  const path = definitionPath(before)
  const step = { kind: 'change', what: 'process', path } as const
  if (keepDays === undefined) return { ...step, sentence: phrase('keepsInstancesByDefault', path) }
  if (keepDays === 0) return { ...step, sentence: phrase('keepsInstancesForEver', path) }
  const sentence = phrase('removesInstancesAfter', path, phrase('days', keepDays))
  return {
    ...step,
    sentence,
    narrows: true,
    async weigh(reader) {
      const count = await removableInstances(reader, idsOf(before), keepDays)
      return count === 0 ? { destructive: false } : { sentence: phrase('dueNowAreRemoved', sentence, count) }
    },
  }
}

/** Returns the step that retires a process. The step is destructive while instances run; the instances continue. */
function removal(template: DeployedTemplate): Step {
  const path = definitionPath(template)
  const sentence = phrase('retiresProcess', path)
  return {
    kind: 'remove',
    what: 'process',
    path,
    sentence,
    narrows: true,
    async weigh(reader) {
      const count = await runningInstances(reader, idsOf(template))
      if (count === 0) return { destructive: false }
      return { sentence: phrase('changeAndNote', sentence, phrase('runningInstances', count)) }
    },
  }
}
