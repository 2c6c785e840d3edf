import type { Tx } from '../foundation/db/database.ts'
import { rehearse, type UnitOfWork } from '../foundation/db/unit-of-work.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { type Phrase, phrase } from '../foundation/kit/phrase.ts'
import { definitionKey, definitionPath, solutionKey } from './address.ts'
import { definitionRows, putSolution, type Stamp } from './catalog.store.ts'
import { type Change, changeOf, type Step } from './change.ts'
import { compileDefinitions } from './compile-definitions.ts'
import type { DefinitionKind, KindPlan, PlanContext, Solution } from './definition-kind.ts'
import { maxProblems, type Problem, refuseProblems } from './problems.ts'
import type { Definitions, DeployedSolution } from './stored-kind.ts'
import { textStep } from './texts/text-steps.ts'
import { putTexts } from './texts/texts.store.ts'
import { noTexts } from './texts/texts.ts'

export interface Plan {
  readonly solution: string
  readonly version: string
  /** The changes; empty when the solution is already deployed as it is. */
  readonly changes: readonly Change[]
  /** Possible mistakes, such as references of the files to objects that do not exist yet. */
  readonly warnings: readonly Problem[]
}

/** What a plan depends on besides the files and the deployed definitions. */
export interface Installation {
  /** The names of the secrets that are set on this installation; undefined when they are not known. */
  readonly secrets?: readonly string[] | undefined
  /** Whether a part of an expression that can only be null is a problem instead of a warning. */
  readonly areExpressionsStrict?: boolean | undefined
}

/** A plan and the function that executes the plan. */
export interface ExecutablePlan {
  readonly plan: Plan
  readonly execute: (tx: Tx, stamp: Stamp) => Promise<void>
}

/**
 * Returns the changes that applying the solution would make, without making them. Throws `definition.invalid` with
 * the problems of the files, alone and compared with the deployed definitions.
 */
export async function planSolution(
  unit: UnitOfWork,
  kinds: readonly DefinitionKind[],
  solution: Solution,
  { secrets, areExpressionsStrict = false }: Installation = {},
): Promise<ExecutablePlan> {
  const { reader } = unit
  const definitions = compileDefinitions(kinds, await definitionRows(reader, kinds))
  const plans = await planKinds(kinds, {
    reader,
    rehearse: (work) => rehearse(unit, work),
    solution,
    definitions,
    secrets,
    mayExist: () => false,
  })
  const mistakes = plans.flatMap((plan) => plan.mistakes ?? [])
  refuseProblems([
    ...solution.problems,
    ...dependencyProblems(solution, definitions.solutions()),
    ...plans.flatMap(({ problems }) => problems),
    ...(areExpressionsStrict ? mistakes : []),
  ])
  const warnings = [...mistakes, ...plans.flatMap((plan) => plan.warnings ?? [])].slice(0, maxProblems)
  const changes: Change[] = []
  const steps = [...solutionSteps(solution, definitions.solutions()), ...plans.flatMap((plan) => plan.steps)]
  steps.push(...textSteps(kinds, solution, definitions))
  for (const step of steps) changes.push(await changeOf(reader, step))
  return {
    plan: { solution: solution.code, version: solution.version, changes, warnings },
    async execute(tx, stamp) {
      await putSolution(tx, solution, stamp)
      for (const { apply } of plans) await apply(tx, stamp)
      await putTexts(tx, solution.code, solution.texts)
    },
  }
}

/** Compares the drafts of each kind with what is deployed. */
export async function planKinds(
  kinds: readonly DefinitionKind[],
  context: Omit<PlanContext, 'drafts' | 'deployed'>,
): Promise<readonly KindPlan[]> {
  const { solution, definitions } = context
  const plans: KindPlan[] = []
  for (const kind of kinds)
    plans.push(await kind.plan({ ...context, drafts: solution.of(kind), deployed: definitions.of(kind) }))
  return plans
}

/** Returns the steps that change the languages of texts of definitions that are deployed already. */
function textSteps(kinds: readonly DefinitionKind[], solution: Solution, deployed: Definitions): Step[] {
  const step = (key: string, what: string, path: string): Step[] => {
    const changed = textStep({ what, path }, deployed.texts(key), solution.texts.get(key) ?? noTexts)
    return changed === undefined ? [] : [changed]
  }
  const isDeployed = deployed.solutions().some(({ code }) => code === solution.code)
  return [
    ...(isDeployed ? step(solutionKey(solution.code), 'solution', solution.code) : []),
    ...kinds.flatMap((kind) => {
      const known = new Set(deployed.of(kind).map(definitionPath))
      return solution
        .of(kind)
        .filter((draft) => known.has(definitionPath(draft)))
        .flatMap((draft) => step(definitionKey(kind, draft), kind.word, definitionPath(draft)))
    }),
  ]
}

/** Yields a problem for each dependency that is not deployed. */
function* dependencyProblems(solution: Solution, deployed: readonly DeployedSolution[]): Iterable<Problem> {
  const others = deployed.filter(({ code }) => code !== solution.code).map(({ code }) => code)
  for (const [index, code] of solution.dependencies.entries()) {
    if (others.includes(code)) continue
    const message = `the solution "${code}" is not deployed${didYouMean(code, others)}`
    yield { file: 'solution.yaml', path: `dependencies[${index}]`, message }
  }
}

function solutionSteps({ code, name, version, dependencies }: Solution, deployed: readonly DeployedSolution[]): Step[] {
  const before = deployed.find((solution) => solution.code === code)
  const step = { what: 'solution', path: code } as const
  if (before === undefined) return [{ ...step, kind: 'add', sentence: phrase('addsSolution', name, version) }]
  const sentences: Phrase[] = []
  if (before.version !== version) sentences.push(phrase('versionBecomes', before.version, version))
  if (before.name !== name) sentences.push(phrase('titleBecomes', before.name, name))
  if (before.dependencies.join() !== dependencies.join())
    sentences.push(phrase('dependsOn', dependencies.join(', ') || phrase('nothing')))
  return sentences.map((sentence): Step => ({ ...step, kind: 'change', sentence }))
}
