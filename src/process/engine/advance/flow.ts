import type { FlowIndex, ProgramNode } from '../model/index.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import { addToken, consume } from './scopes.ts'
import type { Token } from './state.ts'
import { isTrueAt } from './variables.ts'
import { closeWaits } from './waits.ts'

/**
 * Returns the flows that leave an element: all flows without a condition, all flows whose condition is true, and the
 * default flow when no condition is true. At a gateway, a flow without a condition counts as a flow whose condition
 * is true. Throws Failure when there are flows and none can be taken.
 */
export function chooseFlows(
  run: Run,
  token: Token,
  node: ProgramNode,
  { isGateway = false } = {},
): readonly FlowIndex[] {
  const conditionOf = (flow: FlowIndex) => run.program.flows[flow]!.condition
  const why: string[] = []
  const open = node.outgoing.filter((flow) => {
    const condition = conditionOf(flow)
    return flow !== node.defaultFlow && (condition === undefined || isTrueAt(run, { token }, condition, { why }))
  })
  const isAnyTrue = open.some((flow) => isGateway || conditionOf(flow) !== undefined)
  const taken = node.outgoing.filter((flow) => (flow === node.defaultFlow ? !isAnyTrue : open.includes(flow)))
  if (taken.length === 0 && node.outgoing.length > 0) throw noFlow(node, why)
  return taken
}

/**
 * Returns the failure of a node that has flows but cannot take any. `why` are the reasons of conditions that are
 * null.
 */
export const noFlow = (node: ProgramNode, why: readonly string[]): Failure => {
  const reasons = why.length === 0 ? '' : `: ${why.slice(0, 3).join('; ')}`
  return new Failure(
    'CONDITION_ERROR',
    `no condition of the flows that leave "${node.id}" is true, and it has no default flow${reasons}`,
  )
}

/**
 * Moves a token along flows: the token takes the first flow, and new tokens take the others. Ends the token when there
 * are no flows. Throws Failure without any change when the process cannot end here.
 */
export function take(run: Run, token: Token, flows: readonly FlowIndex[]): void {
  if (flows.length === 0) requireEndContext(run, token)
  closeWaits(run, { token: token.id })
  run.record('completed', token)
  const [first, ...others] = flows
  if (first === undefined) {
    consume(run, token)
    return
  }
  const { target } = run.program.flows[first]!
  const moved = run.put({ id: token.id, at: target, scope: token.scope, via: first, phase: 'enter' })
  run.record('entered', moved)
  for (const flow of others) addToken(run, token.scope, run.program.flows[flow]!.target, { via: flow })
}

/**
 * Checks the context before the last token of the process ends; nothing has ended yet when this throws. `endsOthers` is
 * true when the token ends all other tokens of its scope. Throws Failure when a variable that is required at the end
 * has no value.
 */
export function requireEndContext(run: Run, token: Token, { endsOthers = false } = {}): void {
  if (run.scopes.get(token.scope)!.owner !== undefined) return
  const problems = run.environment.checkEnd?.(run.program, run.variables) ?? []
  if (problems.length === 0) return
  const isLast = endsOthers || run.tokensIn(token.scope).length === 1
  if (isLast) throw new Failure('VARIABLE_TYPE_ERROR', problems.map(({ message }) => message).join('; '))
}
