import { isDeepStrictEqual } from 'node:util'
import { namespaceKind } from '../../data/index.ts'
import { foldCode } from '../../foundation/kit/codes.ts'
import { phrase } from '../../foundation/kit/phrase.ts'
import type { KindPlan, PlanContext, Problem, Step } from '../../solutions/index.ts'
import { type Module, storedModules } from './module.ts'
import type { ModuleDefinition } from './module-definition.ts'
import type { ModuleDraft } from './module-file.ts'
import { putModule, removeModule } from './modules.store.ts'

type Context = PlanContext<ModuleDraft, Module>

/** Compares the modules of a solution with the deployed modules. */
export function planModules(context: Context): KindPlan {
  const { solution, drafts, deployed } = context
  const changed = drafts.flatMap((draft) => {
    const step = stepOf(draft, deployed)
    return step === undefined ? [] : [{ draft, step }]
  })
  const removed = deployed.filter(
    (one) => one.solution === solution.code && !drafts.some(({ code }) => code === one.code),
  )
  return {
    problems: [...problemsOf(context), ...namespaceProblems(context)],
    steps: [...changed.map(({ step }) => step), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const { code } of removed) await removeModule(tx, code)
      for (const { draft } of changed) await putModule(tx, { ...draft, solution: solution.code }, stamp)
    },
  }
}

/**
 * Yields a problem for each module that belongs to another solution, and for each code that differs from a deployed one
 * only in case.
 */
function* problemsOf({ solution, drafts, deployed }: Context): Iterable<Problem> {
  for (const { code, file } of drafts) {
    const owner = deployed.find((one) => one.code === code)?.solution
    if (owner !== undefined && owner !== solution.code)
      yield { file, path: '', message: `the module "${code}" belongs to the solution "${owner}"` }
    const twin = deployed.find((one) => one.code !== code && foldCode(one.code) === foldCode(code))
    if (twin !== undefined)
      yield {
        file,
        path: '',
        message: `the module "${twin.code}" is deployed, which differs from "${code}" only in case`,
      }
  }
}

/**
 * Yields a problem for each code that both a namespace and a module would have, because the storage has one path for
 * both.
 */
function* namespaceProblems({ solution, drafts, deployed, definitions }: Context): Iterable<Problem> {
  const planned = solution.of(namespaceKind)
  const namespaces = new Set([...planned, ...definitions.of(namespaceKind)].map(({ code }) => foldCode(code)))
  for (const { code, file } of drafts)
    if (namespaces.has(foldCode(code)))
      yield { file, path: '', message: `"${code}" is the code of a namespace; choose another one for the module` }
  const modules = new Map(deployed.map((one) => [foldCode(one.code), one]))
  for (const { code, file } of planned) {
    const taken = modules.get(foldCode(code))
    if (taken !== undefined && !drafts.some((draft) => draft.code === taken.code) && taken.solution !== solution.code)
      yield { file, path: '', message: `"${taken.code}" is the code of a module; choose another one for the namespace` }
  }
}

function stepOf({ code, definition }: ModuleDraft, deployed: readonly Module[]): Step | undefined {
  const before = deployed.find((one) => one.code === code)?.definition
  const step = { what: storedModules.word, path: code } as const
  if (before === undefined) return { ...step, kind: 'add', sentence: phrase('addsModule', code, definition.name) }
  const keys = Object.keys(definition) as (keyof ModuleDefinition)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], definition[key]))
  if (changed.length === 0) return undefined
  const lost = lostSettings(before, definition)
  const changes = phrase('changesModule', code, changed.join(', '))
  return {
    ...step,
    kind: 'change',
    sentence: lost.length === 0 ? changes : phrase('forgetsSettings', changes, lost.join(', ')),
    ...(lost.length > 0 && { narrows: true }),
  }
}

/** Returns the settings whose values the apply deletes, because the setting was removed or changed its type. */
function lostSettings(before: ModuleDefinition, after: ModuleDefinition): string[] {
  const typeOf = new Map(after.settings.map(({ code, type }) => [code, type]))
  return before.settings.filter(({ code, type }) => typeOf.get(code) !== type).map(({ code }) => code)
}

function removal({ code }: Module): Step {
  const sentence = phrase('removesModule', code)
  return { kind: 'remove', what: storedModules.word, path: code, sentence, narrows: true }
}
