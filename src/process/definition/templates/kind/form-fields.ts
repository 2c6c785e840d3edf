import { isDeepStrictEqual } from 'node:util'
import { applicationKind } from '../../../../data/index.ts'
import type { Reader } from '../../../../foundation/db/database.ts'
import { type Phrase, phrase } from '../../../../foundation/kit/phrase.ts'
import { ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import {
  type Drift,
  definitionPath,
  type PlanContext,
  type SolutionContent,
  type Step,
} from '../../../../solutions/index.ts'
import { taskSettings, traitsOf } from '../../../engine/index.ts'
import { type CompiledFile, compileTemplates } from '../compile-template.ts'
import { type KnownDefinitions, knownApplication, knownDefinitions } from '../known-definitions.ts'
import { ruledVariables } from '../ruled-variables.ts'
import { type DeployedTemplate, storedTemplates } from '../stored-templates.ts'
import type { TemplateSettings } from '../template-settings.ts'
import { fileOfVersion, versionOfHash } from '../templates.store.ts'
import type { TemplateDraft } from './read-template.ts'

/** A field of the form of a task that is shown only to those who may read a field of an application. */
interface LimitedField {
  /** Name of the task. */
  readonly task: string
  /** Title of the field of the form. */
  readonly title: string
  /** Path of the field of the application. */
  readonly source: string
}

/** A process as far as its forms depend on it. */
interface FormsOfProcess {
  readonly file: Pick<CompiledFile, 'templates'>
  readonly settings: TemplateSettings
  readonly known: Pick<KnownDefinitions, 'application'>
}

/**
 * Compares a process before and after a change. Returns a sentence for each field of a task form that the change hides
 * from some performers, and for each field that it shows to them again.
 */
function formFieldsDifference(path: string, before: FormsOfProcess, after: FormsOfProcess): Phrase[] {
  const [old, now] = [limitedFields(before), limitedFields(after)]
  const limited = [...now].flatMap(([key, { title, task, source }]) =>
    old.has(key) ? [] : [phrase('showsTaskFieldToReaders', title, task, path, source)],
  )
  const released = [...old].flatMap(([key, { title, task, source }]) =>
    now.has(key) || !hasField(after, key) ? [] : [phrase('showsTaskFieldToAll', title, task, path, source)],
  )
  return [...limited, ...released]
}

/** Returns the compiled file of a published version; undefined if it can no longer be compiled. */
async function compiledVersion(
  reader: Reader,
  template: { readonly id: string; readonly code: string },
  version: number | undefined,
): Promise<CompiledFile | undefined> {
  const bytes = version === undefined ? undefined : await fileOfVersion(reader, template.id, version)
  try {
    return bytes && (await compileTemplates(bytes, template.code))
  } catch (error) {
    if (error instanceof ModelRefused) return undefined
    throw error
  }
}

/** A compiled file of the solution, with the draft that it comes from. */
export interface CompiledDraft {
  readonly draft: TemplateDraft
  readonly file: CompiledFile
}

/**
 * Returns the steps that say which fields of task forms a plan hides, or shows again: in the processes that it changes,
 * and in all other processes whose applications get other access rules. `removed` are the processes that it retires.
 */
export async function formFieldSteps(
  { reader, definitions, deployed, solution }: PlanContext<TemplateDraft, DeployedTemplate>,
  compiled: readonly CompiledDraft[],
  removed: readonly DeployedTemplate[],
): Promise<Step[]> {
  const [knownBefore, knownAfter] = [knownDefinitions(definitions, []), knownDefinitions(definitions, [], solution)]
  const rulesChange = (app: string): boolean =>
    !isDeepStrictEqual(knownBefore.application(app)?.ruledFields, knownAfter.application(app)?.ruledFields)
  const steps: Step[] = []
  for (const one of deployed.filter((template) => !template.deleted && !removed.includes(template))) {
    const path = definitionPath(one)
    const next = compiled.find(({ draft }) => definitionPath(draft) === path)
    const isSame = next === undefined || next.draft.hash === one.hash
    const settings = next?.draft.settings ?? one.settings
    const areRulesSame =
      isDeepStrictEqual(settings.variables, one.settings.variables) &&
      !one.templates.some(({ uses }) => uses.some((use) => use.to === 'application' && rulesChange(use.path)))
    if (isSame && areRulesSame) continue
    const before = isSame && next ? next.file : await compiledVersion(reader, one, one.version)
    if (before === undefined) continue
    const sentences = formFieldsDifference(
      path,
      { file: before, settings: one.settings, known: knownBefore },
      { file: next?.file ?? before, settings, known: knownAfter },
    )
    steps.push(...sentences.map((sentence): Step => ({ kind: 'change', what: 'process', path, sentence })))
  }
  return steps
}

/**
 * Returns the fields of task forms that changes by hand have hidden or shown again. Such changes are versions published
 * by hand, and access rules that administrators gave to applications of the solution.
 */
export async function formFieldDrift(reader: Reader, content: SolutionContent): Promise<Drift[]> {
  const applications = content.of(applicationKind)
  const knownWith = (isSetting: boolean): FormsOfProcess['known'] => ({
    application(path) {
      const found = applications.find((one) => definitionPath(one) === path)
      const setting = isSetting ? found?.accessSetting : undefined
      return found && knownApplication(found.definition, setting)
    },
  })
  const hasRules = (path: string): boolean =>
    applications.some((one) => definitionPath(one) === path && one.accessSetting?.fields !== undefined)
  const drift: Drift[] = []
  for (const one of content.of(storedTemplates)) {
    const { id, version, hash, appliedHash, settings, templates } = one
    const isByHand = appliedHash !== null && hash !== appliedHash
    const areRulesGiven = templates.some(({ uses }) =>
      uses.some(({ to, path }) => to === 'application' && hasRules(path)),
    )
    if (!isByHand && !areRulesGiven) continue
    const now = await compiledVersion(reader, one, version)
    const applied = isByHand ? await compiledVersion(reader, one, await versionOfHash(reader, id, appliedHash)) : now
    if (now === undefined || applied === undefined) continue
    const path = definitionPath(one)
    const sentences = formFieldsDifference(
      path,
      { file: applied, settings, known: knownWith(false) },
      { file: now, settings, known: knownWith(true) },
    )
    drift.push(...sentences.map((sentence): Drift => ({ kind: 'changed', what: 'process', path, sentence })))
  }
  return drift
}

const formsOf = ({ templates }: Pick<CompiledFile, 'templates'>) =>
  templates.flatMap(({ program }) =>
    program.nodes
      .filter((node) => traitsOf(node).opensTasks)
      .map((node) => ({ program, node, fields: taskSettings(node).form ?? [] })),
  )

/**
 * Returns the limited fields by key. Leaves out fields whose variable has a rule in the settings, which alone
 * decides.
 */
function limitedFields({ file, settings, known }: FormsOfProcess): ReadonlyMap<string, LimitedField> {
  const ownRules = new Set(settings.variables?.flatMap(({ names }) => names))
  return new Map(
    formsOf(file).flatMap(({ program, node, fields }) => {
      const ruled = ruledVariables(program, known)
      return fields
        .filter(({ name }) => !ownRules.has(name))
        .flatMap(({ name, title = name }) =>
          (ruled.get(name) ?? []).map((source) => {
            const limited: LimitedField = { task: node.name ?? node.id, title, source }
            return [keyOf(node.id, name, source), limited] as const
          }),
        )
    }),
  )
}

const keyOf = (...parts: readonly string[]): string => parts.join(' ')

/**
 * Returns whether a form still has the field with this key. Fields whose variable has a rule in the settings are left
 * out: the plan already says to whom such a variable is shown.
 */
const hasField = ({ file, settings }: FormsOfProcess, key: string): boolean =>
  formsOf(file).some(({ node, fields }) =>
    fields.some(
      ({ name }) =>
        key.startsWith(keyOf(node.id, name, '')) &&
        settings.variables?.some(({ names }) => names.includes(name)) !== true,
    ),
  )
