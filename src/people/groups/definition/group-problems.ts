import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { type GroupDraft, groupPath, type Solution } from '../../../data/applications/definition.ts'
import type { Problem } from '../../../solutions/problems.ts'
import { globalNamespace, type PresentGroup } from '../../index.ts'

/**
 * Returns the problems of the groups that a solution names, compared with the present groups: unknown sub-groups,
 * unknown groups in rules, and cycles.
 */
export function groupProblems(solution: Solution, present: readonly PresentGroup[]): Problem[] {
  const problems = [...namedProblems(solution, present)]
  const circle = problems.length === 0 ? circleOf(solution, present) : undefined
  return circle === undefined ? problems : [circle]
}

function* namedProblems(solution: Solution, present: readonly PresentGroup[]): Iterable<Problem> {
  const own = new Set(solution.groups.map(groupPath))
  const others = new Map(
    present.filter((group) => group.solution !== solution.code).map((group) => [group.path, group]),
  )
  const isAllowed = ({ namespace, solution: owner }: PresentGroup): boolean =>
    namespace === globalNamespace || (owner !== null && solution.dependencies.includes(owner))
  const known = [...own, ...[...others.values()].filter(isAllowed).map(({ path }) => path)]
  const named = [
    ...solution.groups.flatMap(({ places }) => [...places].map(([path, place]) => ({ path, place }))),
    ...solution.ruledGroups,
  ]
  for (const { path, place } of named) {
    const other = others.get(path)
    if (own.has(path) || (other !== undefined && isAllowed(other))) continue
    yield { ...place, message: refusal(path, other) ?? `there is no group "${path}"${didYouMean(path, known)}` }
  }
}

function refusal(path: string, other: PresentGroup | undefined): string | undefined {
  if (other === undefined) return undefined
  if (other.solution === null) return `the group "${path}" was made by hand; of those, a file names global ones only`
  return `the group "${path}" is of the solution "${other.solution}", which is not among the dependencies`
}

/**
 * Returns a cycle of groups as a problem, at the first place of the cycle that is in a file. Present groups alone
 * contain no cycle, so at least one place is in a file.
 */
function circleOf(solution: Solution, present: readonly PresentGroup[]): Problem | undefined {
  const drafts = new Map(solution.groups.map((draft) => [groupPath(draft), draft]))
  const circle = findCircle(contents(solution.code, drafts, present))
  const at = circle?.findIndex((path, index) => drafts.get(path)?.places.has(circle[index + 1] ?? '')) ?? -1
  if (circle === undefined || at === -1) return undefined
  const way = [...circle.slice(at), ...circle.slice(1, at + 1)]
  const place = drafts.get(way[0]!)!.places.get(way[1]!)!
  return { ...place, message: `the group would contain itself: ${way.join(' contains ')}` }
}

/** Returns the sub-groups that each group will have: those of the files and those added by hand. */
function contents(
  solution: string,
  drafts: ReadonlyMap<string, GroupDraft>,
  present: readonly PresentGroup[],
): Map<string, string[]> {
  const pathOf = new Map(present.map(({ id, path }) => [id, path]))
  const below = new Map([...drafts].map(([path, { groups }]) => [path, [...groups]]))
  for (const group of present) {
    const staying = group.subGroups.filter(({ fromSolution }) => !fromSolution || group.solution !== solution)
    const paths = staying.flatMap(({ id }) => pathOf.get(id) ?? [])
    below.set(group.path, [...(below.get(group.path) ?? []), ...paths])
  }
  return below
}

/**
 * Returns a cycle such as `[a, b, a]`, or undefined when there is none. The search is recursive, because groups are few
 * and nest only a few levels deep.
 */
export function findCircle(below: ReadonlyMap<string, readonly string[]>): string[] | undefined {
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
