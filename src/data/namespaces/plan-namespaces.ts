import { foldCode } from '../../foundation/kit/codes.ts'
import { type Phrase, phrase } from '../../foundation/kit/phrase.ts'
import type { KindPlan, PlanContext, Problem, Step } from '../../solutions/index.ts'
import type { Namespace, NamespaceDefinition } from './namespace.ts'
import type { NamespaceDraft } from './namespace-file.ts'
import { putNamespace, removeNamespace } from './namespaces.store.ts'

/** Compares the namespaces of a solution with what is deployed. */
export function planNamespaces(context: PlanContext<NamespaceDraft, Namespace>): KindPlan {
  const { solution, drafts, deployed } = context
  const changed = drafts.map((draft) => ({ draft, steps: stepsOf(draft, deployed) }))
  const removed = deployed.filter(
    (one) => one.solution === solution.code && !drafts.some(({ code }) => code === one.code),
  )
  return {
    problems: [...problemsOf(context)],
    steps: [...changed.flatMap(({ steps }) => steps), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const { draft, steps } of changed) {
        if (steps.length > 0) await putNamespace(tx, { ...draft, solution: solution.code }, stamp)
      }
      for (const { code } of removed) await removeNamespace(tx, code, stamp)
    },
  }
}

/**
 * Yields problems for namespaces of other solutions, and for codes that differ only in case from a deployed one. A code
 * never changes: another spelling would define another namespace.
 */
function* problemsOf({ solution, drafts, deployed }: PlanContext<NamespaceDraft, Namespace>): Iterable<Problem> {
  for (const { code, file } of drafts) {
    const owner = deployed.find((namespace) => namespace.code === code)?.solution
    if (owner !== undefined && owner !== solution.code)
      yield { file, path: '', message: `the namespace "${code}" belongs to the solution "${owner}"` }
    const other = deployed.find((one) => one.code !== code && foldCode(one.code) === foldCode(code))
    if (other === undefined) continue
    const hint = 'a code never changes, nor does its case'
    const message = `the namespace "${other.code}" is deployed, which differs from "${code}" only in case; ${hint}`
    yield { file, path: '', message }
  }
}

function stepsOf(draft: NamespaceDraft, deployed: readonly Namespace[]): Step[] {
  const step = { what: 'namespace', path: draft.code } as const
  const before = deployed.find(({ code }) => code === draft.code)
  if (before === undefined) return [{ ...step, kind: 'add', sentence: phrase('addsNamespace', draft.code) }]
  return changes(before, draft).map((sentence) => ({ ...step, kind: 'change', sentence }))
}

function changes(before: NamespaceDefinition, after: NamespaceDefinition): Phrase[] {
  const sentences: Phrase[] = []
  if (before.name !== after.name) sentences.push(phrase('titleBecomes', before.name, after.name))
  if (before.icon !== after.icon) sentences.push(phrase('iconBecomes', after.icon ?? phrase('none')))
  if (before.order !== after.order) sentences.push(phrase('menuPlaceBecomes', after.order))
  if (before.visibleTo?.join() !== after.visibleTo?.join())
    sentences.push(phrase('namespaceVisibleTo', after.visibleTo?.join(', ') ?? phrase('everyone')))
  return sentences
}

/**
 * Returns the step that removes a namespace. The step itself is not destructive: the data loss appears in the steps of
 * the definitions that are removed with the namespace.
 */
function removal({ code }: Namespace): Step {
  return { kind: 'remove', what: 'namespace', path: code, sentence: phrase('removesNamespace', code) }
}
