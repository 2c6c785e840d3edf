import { foldCode } from '../../foundation/kit/codes.ts'
import { type Phrase, phrase } from '../../foundation/kit/phrase.ts'
import type { ModelProblem } from '../../foundation/kit/xml/model-problems.ts'
import {
  type Address,
  definitionPath,
  type KindPlan,
  type PlanContext,
  type Problem,
  type Step,
} from '../../solutions/index.ts'
import { insertDecisionVersion, putDecision, removeDecision } from './decisions.store.ts'
import type { DecisionDraft } from './read-decision.ts'
import type { DeployedDecision } from './stored-decisions.ts'

type Context = PlanContext<DecisionDraft, DeployedDecision>

/** Compares the decisions of a solution with the deployed decisions. */
export function planDecisions(context: Context): KindPlan {
  const { solution, drafts, deployed } = context
  const changed = drafts.flatMap((draft) => {
    const before = deployed.find((one) => isSame(one, draft))
    const steps = stepsOf(draft, before)
    return steps.length > 0 ? [{ draft, before, steps }] : []
  })
  const removed = deployed.filter(
    (one) => one.solution === solution.code && !one.deleted && !drafts.some((draft) => isSame(draft, one)),
  )
  return {
    problems: [...problemsOf(context)],
    mistakes: drafts.flatMap(({ file, mistakes }) => mistakes.map((mistake) => placed(file, mistake))),
    steps: [...changed.flatMap(({ steps }) => steps), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const { draft, before } of changed) {
        const isNew = before?.hash !== draft.hash
        const version = (before?.version ?? 0) + (isNew ? 1 : 0)
        await putDecision(tx, { ...draft, solution: solution.code, version }, stamp)
        if (isNew) await insertDecisionVersion(tx, { ...draft, version }, stamp)
      }
      for (const decision of removed) await removeDecision(tx, decision, stamp)
    },
  }
}

const isSame = (one: Address, other: Address): boolean => one.namespace === other.namespace && one.code === other.code

/** Returns a problem of a DMN file as a problem of the solution, with the id of the element as the path. */
const placed = (file: string, { elementId = '', line, message }: ModelProblem): Problem => ({
  file,
  ...(line !== undefined && { line }),
  path: elementId,
  message,
})

/**
 * Yields the problems of the files, and the addresses that belong to another solution or differ only in case from a
 * deployed address.
 */
function* problemsOf({ solution, drafts, deployed }: Context): Iterable<Problem> {
  for (const draft of drafts) {
    const { file } = draft
    for (const problem of draft.problems) yield placed(file, problem)
    const path = definitionPath(draft)
    const owner = deployed.find((one) => isSame(one, draft) && !one.deleted)?.solution
    if (owner !== undefined && owner !== solution.code)
      yield { file, path: '', message: `the decision "${path}" belongs to the solution "${owner}"` }
    const twin = deployed.find((one) => !isSame(one, draft) && foldCode(definitionPath(one)) === foldCode(path))
    if (twin === undefined) continue
    const message = `the decision "${definitionPath(twin)}" is already deployed and differs from "${path}" only in case; use another code`
    yield { file, path: '', message: `${message}; a code and its case never change` }
  }
}

function stepsOf(draft: DecisionDraft, before: DeployedDecision | undefined): Step[] {
  const path = definitionPath(draft)
  const step = { what: 'decision', path } as const
  if (before === undefined || before.deleted) {
    return [{ ...step, kind: 'add', sentence: phrase('addsDecision', path, draft.name) }]
  }
  const sentences: Phrase[] = []
  if (before.hash !== draft.hash) sentences.push(phrase('createsDecisionVersion', before.version + 1, path))
  if (before.description !== draft.description) sentences.push(phrase('changesDecisionDescription', path))
  return sentences.map((sentence) => ({ ...step, kind: 'change', sentence }))
}

/** Returns the step that removes a decision. It is destructive: tasks that call the decision stop with an incident. */
function removal(decision: DeployedDecision): Step {
  const path = definitionPath(decision)
  return { kind: 'remove', what: 'decision', path, sentence: phrase('removesDecision', path), narrows: true }
}
