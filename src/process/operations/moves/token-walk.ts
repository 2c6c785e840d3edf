import { isIn, type NodeIndex, type Program, type ProgramNode, traitsOf } from '../../engine/index.ts'

/**
 * A token of one scope during the walk. `via` is the flow by which the token arrived; `passes` marks a token that was
 * joined or is leaving its element.
 */
export interface Walker {
  readonly node: NodeIndex
  readonly via?: number
  readonly passes?: boolean
}

/** A join at which tokens would wait forever, and a flow on which no token can arrive. */
export interface DeadEnd {
  readonly join: NodeIndex
  readonly flow: number
  readonly tokens: number
}

/** Maximum number of steps of one walk, and of tokens in a scope. Larger walks are not checked. */
const maxSteps = 5_000
const maxTokens = 200

type Marking = readonly Walker[]

/**
 * Walks the tokens of one scope along all flows that a condition could open. Returns a join where tokens would wait
 * forever if no path leads to the end; undefined if a path does, or if the walk exceeds `maxSteps` or `maxTokens`.
 */
export function findDeadEnd(program: Program, tokens: Marking): DeadEnd | undefined {
  const open: Marking[] = [tokens]
  const seen = new Set<string>()
  let dead: DeadEnd | undefined
  let steps = 0
  for (let marking = open.pop(); marking !== undefined; marking = open.pop()) {
    if (marking.length === 0) return undefined
    if (++steps > maxSteps || marking.length > maxTokens) return undefined
    const next = step(program, marking)
    if (next.length === 0) dead ??= deadEndOf(program, marking)
    if (next.length > 1) {
      const key = keyOf(marking)
      if (seen.has(key)) continue
      seen.add(key)
    }
    open.push(...next.toReversed())
  }
  return dead
}

const keyOf = (marking: Marking): string =>
  marking
    .map(({ node, via, passes }) => `${node}:${via ?? ''}${passes ? '!' : ''}`)
    .sort()
    .join(' ')

/**
 * Returns the possible next markings, in which one token has moved or one join has fired. The order of tokens is
 * irrelevant.
 */
function step(program: Program, marking: Marking): readonly Marking[] {
  const mover = marking.find((walker) => !isJoining(program, walker))
  if (mover !== undefined) {
    const rest = marking.filter((walker) => walker !== mover)
    return choices(program, mover.node).map((choice) => (choice === 'end' ? [] : [...rest, ...choice]))
  }
  for (const node of new Set(marking.map((walker) => walker.node))) {
    const joined = joinedAt(program, marking, node)
    if (joined === undefined) continue
    return [[...marking.filter((walker) => !joined.includes(walker)), { node, passes: true }]]
  }
  return []
}

/** Returns whether an element waits for tokens on several flows. */
export const isJoin = (node: ProgramNode): boolean => traitsOf(node).joins !== undefined && node.incoming.length > 1

const isJoining = (program: Program, { node, passes }: Walker): boolean =>
  passes !== true && isJoin(program.nodes[node]!)

/** Returns the tokens that a join would take now, one per flow; undefined when the join waits for more tokens. */
function joinedAt(program: Program, marking: Marking, node: NodeIndex): readonly Walker[] | undefined {
  const { incoming, scope } = program.nodes[node]!
  const here = marking.filter((walker) => walker.node === node)
  const byFlow = new Map(here.toReversed().map((walker) => [walker.via, walker]))
  const first = incoming.flatMap((flow) => byFlow.get(flow) ?? [])
  if (traitsOf(program.nodes[node]!).joins === 'each flow') return first.length === incoming.length ? first : undefined
  const from = program.scopes[scope]!.reach.find((reach) => reach.node === node)?.from ?? []
  const reaches = (walker: Walker, isFilled: boolean): boolean =>
    incoming.some((flow, index) => byFlow.has(flow) === isFilled && isIn(from[index]!, walker.node))
  const isAwaited = marking.some((walker) => walker.node !== node && reaches(walker, false) && !reaches(walker, true))
  return first.length === 0 || isAwaited ? undefined : first
}

type Choice = 'end' | readonly Walker[]

/** Returns the possible next positions of a token. */
function choices(program: Program, node: NodeIndex): readonly Choice[] {
  const { event, boundary } = program.nodes[node]!
  const isThrown = traitsOf(program.nodes[node]!).eventRole === 'throws'
  if (isThrown && event !== undefined && endsScope.has(event.type)) return ['end']
  if (event?.type === 'link' && event.target !== undefined) return [[{ node: event.target }]]
  const ways = flowChoices(program, program.nodes[node]!).map((flows) =>
    flows.map((flow) => ({ node: program.flows[flow]!.target, via: flow })),
  )
  const exits = boundary.filter((index) => isExit(program.nodes[index]!)).map((index) => [{ node: index }])
  return [...ways, ...exits]
}

/** Returns the sets of flows that an element can take together. */
function flowChoices(program: Program, node: ProgramNode): readonly (readonly number[])[] {
  const { outgoing, defaultFlow } = node
  const { chooses } = traitsOf(node)
  if (outgoing.length <= 1 || chooses === 'all') return [outgoing]
  if (chooses === 'one' || chooses === 'event') return outgoing.map((flow) => [flow])
  const others = outgoing.filter((flow) => flow !== defaultFlow)
  const conditional = others.filter((flow) => program.flows[flow]!.condition !== undefined)
  const always = others.filter((flow) => !conditional.includes(flow))
  if (conditional.length === 0 && defaultFlow === undefined) return [outgoing]
  const some = [...conditional.map((flow) => [...always, flow]), [...always, ...conditional]]
  return defaultFlow === undefined ? some : [...some, [...always, defaultFlow]]
}

const endsScope: ReadonlySet<string> = new Set(['terminate', 'error', 'cancel'])

const isExit = ({ isInterrupting, event }: ProgramNode): boolean =>
  isInterrupting !== false && event?.type !== 'compensation'

function deadEndOf(program: Program, marking: Marking): DeadEnd | undefined {
  for (const { node } of marking) {
    const here = marking.filter((walker) => walker.node === node)
    const flow = program.nodes[node]!.incoming.find((incoming) => here.every(({ via }) => via !== incoming))
    if (flow !== undefined) return { join: node, flow, tokens: here.length }
  }
  return undefined
}
