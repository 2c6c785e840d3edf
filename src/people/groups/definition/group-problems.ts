import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { PlanContext, Problem, Solution } from '../../../solutions/index.ts'
import { globalNamespace } from '../../membership/built-in-groups.ts'
import type { PresentGroup } from '../solution-groups.store.ts'
import { groupPath } from './group-definition.ts'
import type { GroupDraft } from './group-file.ts'

interface ExistingGroups extends Pick<PlanContext, 'mayExist'> {
  readonly present: readonly PresentGroup[]
}

type Named = Pick<Solution, 'code' | 'dependencies' | 'references' | 'unread'>

/**
 * Returns the problems of the groups that a solution names, compared with all existing groups: sub-groups and groups
 * in rules that do not exist or that the solution may not name, and, if there are none, a cycle.
 */
export function groupProblems(
  solution: Named,
  drafts: readonly GroupDraft[],
  { present, mayExist }: ExistingGroups,
): Problem[] {
  const problems = [...namedProblems(solution, drafts, { present, mayExist })]
  const problem = problems.length === 0 ? cycleProblem(solution.code, drafts, present) : undefined
  return problem === undefined ? problems : [...problems, problem]
}

function* namedProblems(
  solution: Named,
  drafts: readonly GroupDraft[],
  { present, mayExist }: ExistingGroups,
): Iterable<Problem> {
  const own = new Set([...drafts.map(groupPath), ...solution.unread('group').map((path) => path.toLowerCase())])
  const others = new Map(
    present.filter((group) => group.solution !== solution.code).map((group) => [group.path, group]),
  )
  const isAllowed = ({ namespace, solution: owner }: PresentGroup): boolean =>
    namespace === globalNamespace || (owner !== null && solution.dependencies.includes(owner))
  const known = [...own, ...[...others.values()].filter(isAllowed).map(({ path }) => path)]
  for (const { to, path, place } of solution.references) {
    if (to !== 'group') continue
    const other = others.get(path)
    if (own.has(path) || (other !== undefined && isAllowed(other)) || mayExist(path)) continue
    yield { ...place, message: refusal(path, other) ?? `there is no group "${path}"${didYouMean(path, known)}` }
  }
}

function refusal(path: string, other: PresentGroup | undefined): string | undefined {
  if (other === undefined) return undefined
  if (other.solution === null)
    return `the group "${path}" was created by hand; a file can refer to such groups only in the namespace global`
  return `the group "${path}" belongs to the solution "${other.solution}"; add that solution to the dependencies`
}

/**
 * Returns a cycle of groups as a problem, at the first place of the cycle that is in a file. Present groups alone
 * contain no cycle, so at least one place is in a file.
 */
function cycleProblem(
  solution: string,
  drafts: readonly GroupDraft[],
  present: readonly PresentGroup[],
): Problem | undefined {
  const placeOf = (path: string, subGroup: string | undefined) =>
    drafts.find((draft) => groupPath(draft) === path)?.references.find((one) => one.path === subGroup)?.place
  const cycle = findCycle(contents(solution, drafts, present))
  const at = cycle?.findIndex((path, index) => placeOf(path, cycle[index + 1]) !== undefined) ?? -1
  if (cycle === undefined || at === -1) return undefined
  const way = [...cycle.slice(at), ...cycle.slice(1, at + 1)]
  const place = placeOf(way[0]!, way[1])!
  return { ...place, message: `the group would contain itself: ${way.join(' contains ')}` }
}

/** Returns the sub-groups that each group will have: those of the files and those added by hand. */
function contents(
  solution: string,
  drafts: readonly GroupDraft[],
  present: readonly PresentGroup[],
): Map<string, string[]> {
  const pathOf = new Map(present.map(({ id, path }) => [id, path]))
  const below = new Map(drafts.map((draft) => [groupPath(draft), [...draft.groups]]))
  for (const group of present) {
    const staying = group.subGroups.filter(({ fromSolution }) => !fromSolution || group.solution !== solution)
    const paths = staying.flatMap(({ id }) => pathOf.get(id) ?? [])
    below.set(group.path, [...(below.get(group.path) ?? []), ...paths])
  }
  return below
}

/**
 * Returns a cycle such as `[a, b, a]`, or undefined when there is none. The search is recursive, because groups are
 * few and nest only a few levels deep.
 */
export function findCycle(below: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (path: string): string[] | undefined => {
    if (done.has(path)) return undefined
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    way.push(path)
    for (const next of below.get(path) ?? []) {
      const found = visit(next)
      if (found !== undefined) return found
    }
    way.pop()
    done.add(path)
    return undefined
  }
  for (const path of below.keys()) {
    const found = visit(path)
    if (found !== undefined) return found
  }
  return undefined
}
