import type { LoopDefinition, Value } from '../model/index.ts'
import { cancelScope } from './cancel.ts'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'
import { addToken, consume, letLeave, remember } from './scopes.ts'
import type { ActiveScope, LoopState, Token, Variables } from './state.ts'
import { evaluate, isTrueAt, write } from './variables.ts'

/** Maximum number of instances of one multi-instance activity. */
const maxLoopInstances = 10_000

/**
 * Starts the loop of an activity. `token` waits for the loop, or leaves at once if no instance starts. Throws
 * Failure.
 */
export function startLoop(run: Run, token: Token, definition: LoopDefinition): void {
  const items = itemsOf(run, token, definition)
  const total = definition.type === 'standard' ? undefined : (items?.length ?? cardinalityOf(run, token, definition))
  const startsNone =
    definition.type === 'standard' ? definition.isTestedBefore && !goesOn(run, token, definition, 0) : total === 0
  if (startsNone) {
    if (definition.type !== 'standard' && definition.output !== undefined)
      write(run, { token }, { [definition.output]: [] })
    letLeave(run, token)
    return
  }
  const hasOutputs = definition.type !== 'standard' && definition.outputItem !== undefined
  const scope: ActiveScope = {
    id: run.nextNumber(),
    owner: token.id,
    variables: {},
    loop: {
      started: 0,
      completed: 0,
      ...(total !== undefined && { total }),
      ...(items !== undefined && { items }),
      ...(hasOutputs && { outputs: Array(total).fill(null) }),
    },
  }
  run.scopes.set(scope.id, scope)
  const first = definition.type === 'parallel' ? total! : 1
  for (let count = 0; count < first; count++) startIteration(run, scope.id, token.at, definition)
}

function itemsOf(run: Run, token: Token, definition: LoopDefinition): readonly Value[] | undefined {
  if (definition.type === 'standard' || definition.collection === undefined) return undefined
  const items = evaluate(run, { token }, definition.collection)
  if (!Array.isArray(items))
    throw new Failure('EXPRESSION_ERROR', 'the collection of the multi-instance must be a list')
  return limited(items.length, items)
}

function cardinalityOf(run: Run, token: Token, definition: Extract<LoopDefinition, { cardinality?: number }>): number {
  const value = evaluate(run, { token }, definition.cardinality!)
  const count = value === null || typeof value === 'boolean' || value === '' ? Number.NaN : Number(String(value))
  if (!Number.isInteger(count) || count < 0) {
    throw new Failure('EXPRESSION_ERROR', `the cardinality ${JSON.stringify(value)} must be an integer of at least 0`)
  }
  return limited(count, count)
}

function limited<T>(count: number, value: T): T {
  if (count > maxLoopInstances) {
    throw new Failure(
      'LOOP_LIMIT',
      `the multi-instance has ${count} instances; at most ${maxLoopInstances} are allowed`,
    )
  }
  return value
}

function startIteration(run: Run, id: number, at: number, definition: LoopDefinition): void {
  const scope = run.scopes.get(id)!
  const loop = scope.loop!
  const iteration = loop.started
  const variables: Record<string, Value> = { loopCounter: iteration + 1 }
  if (definition.type !== 'standard') {
    if (definition.item !== undefined) variables[definition.item] = loop.items?.[iteration] ?? null
    if (definition.index !== undefined) variables[definition.index] = iteration + 1
    if (definition.result !== undefined) variables[definition.result] = null
  }
  setLoop(run, id, { ...loop, started: iteration + 1 })
  addToken(run, id, at, { iteration, variables })
}

function setLoop(run: Run, id: number, loop: LoopState): void {
  const variables = countsOf(loop)
  run.scopes.set(id, { ...run.scopes.get(id)!, loop, variables })
}

const countsOf = (loop: LoopState): Variables => ({
  nrOfInstances: loop.total ?? loop.started,
  nrOfActiveInstances: loop.started - loop.completed,
  nrOfCompletedInstances: loop.completed,
})

/**
 * Ends one instance of a loop. Starts the next instance, or ends the loop when all instances are complete or when the
 * completion condition is true, which cancels the other instances. Throws Failure without any change.
 */
export function endIteration(run: Run, token: Token, scope: ActiveScope, definition: LoopDefinition): void {
  const counted = withOutput(run, token, { ...scope.loop!, completed: scope.loop!.completed + 1 }, definition)
  const isLast = isOver(run, token, counted, definition)
  const isNextMissing = definition.type !== 'parallel' && !isLast
  if (isLast) writeOutput(run, run.tokens.get(scope.owner!)!, counted, definition)
  consume(run, token)
  setLoop(run, scope.id, counted)
  if (run.nodeOf(token).compensation !== undefined) remember(run, scope.id, [{ node: token.at }])
  if (isLast) endLoop(run, scope.id)
  else if (isNextMissing) startIteration(run, scope.id, token.at, definition)
}

function withOutput(run: Run, token: Token, loop: LoopState, definition: LoopDefinition): LoopState {
  if (definition.type === 'standard' || definition.outputItem === undefined) return loop
  const value = evaluate(run, { token }, definition.outputItem)
  return { ...loop, outputs: (loop.outputs ?? []).map((known, index) => (index === token.iteration ? value : known)) }
}

function isOver(run: Run, token: Token, loop: LoopState, definition: LoopDefinition): boolean {
  if (definition.type === 'standard') return !goesOn(run, token, definition, loop.completed)
  if (loop.completed === loop.total) return true
  if (definition.completion === undefined) return false
  return evaluate(run, { token }, definition.completion, { extra: countsOf(loop), kind: 'CONDITION_ERROR' }) === true
}

/** Returns whether a standard loop starts another instance after a number of completed instances. */
function goesOn(
  run: Run,
  token: Token,
  definition: Extract<LoopDefinition, { type: 'standard' }>,
  count: number,
): boolean {
  if (definition.maximum !== undefined && count >= definition.maximum) return false
  return definition.condition === undefined || isTrueAt(run, { token }, definition.condition)
}

/** Writes the results of a loop to its output variable, as seen from outside of the loop. Throws Failure. */
function writeOutput(run: Run, owner: Token, loop: LoopState, definition: LoopDefinition): void {
  if (definition.type === 'standard' || definition.output === undefined) return
  write(run, { token: owner }, { [definition.output]: loop.outputs ?? [] })
}

function endLoop(run: Run, id: number): void {
  const scope = run.scopes.get(id)!
  const owner = run.tokens.get(scope.owner!)!
  cancelScope(run, scope)
  if (scope.completed !== undefined) remember(run, owner.scope, scope.completed)
  letLeave(run, owner)
}
