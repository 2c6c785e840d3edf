import { cancelInside } from './cancel.ts'
import { evaluateConditions } from './conditions.ts'
import { endScopes } from './end-scopes.ts'
import { defaultMaxVisits, defaultMaxVisitsWithoutStimulus } from './environment.ts'
import { Failure } from './failure.ts'
import { fireInclusiveJoin } from './joins.ts'
import { leave } from './leave.ts'
import { startLoop } from './loops.ts'
import type { Behaviours } from './run.ts'
import { type Run, without } from './run.ts'
import type { Token } from './state.ts'
import { stop } from './trigger.ts'
import { closeWait, openEventWait, openWait } from './waits.ts'

/** Moves tokens until each token waits or has ended, or until a limit of visits or of time is reached. */
export function runToRest(run: Run, behaviours: Behaviours): void {
  const { maxVisits = defaultMaxVisits, maxVisitsWithoutStimulus = defaultMaxVisitsWithoutStimulus } = run.environment
  let visits = 0
  while (run.status === 'running') {
    const id = run.ready.shift()
    if (id === undefined) {
      if (endScopes(run, behaviours) || evaluateConditions(run) || fireInclusiveJoin(run, behaviours)) continue
      return
    }
    const token = run.tokens.get(id)
    if (token?.phase === undefined) continue
    if (visits++ >= maxVisits || (visits % lateCheckVisits === 0 && run.environment.isLate?.() === true)) {
      run.ready.unshift(id)
      run.effects.push({ type: 'continuationRequested' })
      return
    }
    if (run.visits++ >= maxVisitsWithoutStimulus) {
      const message = `the process has visited ${maxVisitsWithoutStimulus} elements without waiting for anything`
      stop(run, token, run.openIncident('LOOP_LIMIT', message, run.nodeOf(token).id, id), token.phase)
      continue
    }
    step(run, behaviours, token, token.phase)
  }
}

/** Number of visited elements between two checks of the elapsed time. */
const lateCheckVisits = 64

function step(run: Run, behaviours: Behaviours, token: Token, phase: 'enter' | 'leave'): void {
  const current = without(token, 'phase')
  run.tokens.set(current.id, current)
  try {
    if (phase === 'leave') leave(run, current)
    else enter(run, behaviours, current)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    fail(run, current, error, phase)
  }
}

function enter(run: Run, behaviours: Behaviours, token: Token): void {
  const node = run.nodeOf(token)
  const isIteration = token.iteration !== undefined
  if (!isIteration && node.isAsyncBefore && !token.isContinued) {
    openWait(run, {
      kind: 'continuation',
      at: token.at,
      owner: { token: token.id },
      details: { due: run.environment.now.toISOString() },
    })
    return
  }
  const armed = isIteration ? token : arm(run, token)
  if (node.loop !== undefined && !isIteration) startLoop(run, armed, node.loop)
  else behaviours.get(node.kind)!.enter(run, armed, node)
}

/** Opens the waits of the boundary events of an activity once. */
function arm(run: Run, token: Token): Token {
  const { boundary } = run.nodeOf(token)
  if (boundary.length === 0 || token.isArmed) return token
  const armed = new Set([...run.waits.values()].filter((wait) => wait.token === token.id).map(({ at }) => at))
  for (const event of boundary) if (!armed.has(event)) openEventWait(run, event, { token: token.id })
  const done: Token = { ...run.tokens.get(token.id)!, isArmed: true }
  run.tokens.set(done.id, done)
  return done
}

/** Opens an incident. Cancels what the element has begun and keeps its boundary events active. */
export function fail(run: Run, token: Token, failure: Failure, phase: 'enter' | 'leave'): void {
  cancelInside(run, token)
  for (const wait of [...run.waits.values()]) {
    const isBoundary = run.program.nodes[wait.at]!.attachedTo !== undefined
    if (wait.token === token.id && !isBoundary) closeWait(run, wait, 'cancelled')
  }
  stop(run, token, run.openIncident(failure.kind, failure.message, run.nodeOf(token).id, token.id), phase)
}
