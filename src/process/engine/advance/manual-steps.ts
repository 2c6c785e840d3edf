import { cancelInside } from './cancel.ts'
import { Failure } from './failure.ts'
import { isJoining } from './joins.ts'
import { type Behaviours, type Run, without } from './run.ts'
import { letLeave } from './scopes.ts'
import type { Stimulus } from './stimulus.ts'
import { closeWait, openEventWait } from './waits.ts'

/** Properties that a token has from its present attempt at a step. A restart removes them. */
const leftByAttempt = [
  'incident',
  'failures',
  'notBefore',
  'failure',
  'undo',
  'result',
  'isWritten',
  'isArmed',
  'flow',
] as const

type ManualStep = Extract<Stimulus, { type: 'restartStep' | 'skipStep' }>

/**
 * Restarts or skips the element at which tokens wait. A multi-instance is one step: all of its instances are cancelled.
 * A restart also arms the boundary events again, so that their timers begin with the step. Returns false when no token
 * waits at the element.
 */
export function repeatOrSkip(run: Run, behaviours: Behaviours, stimulus: ManualStep): boolean {
  const tokens = [...run.tokens.values()].filter(
    (token) =>
      run.nodeOf(token).id === stimulus.element &&
      token.iteration === undefined &&
      token.phase === undefined &&
      !isJoining(run, behaviours, token),
  )
  for (const token of tokens) {
    cancelInside(run, token)
    for (const wait of [...run.waits.values()]) {
      const isBoundary = run.program.nodes[wait.at]!.attachedTo !== undefined
      if (wait.token === token.id && (!isBoundary || stimulus.type === 'restartStep')) closeWait(run, wait, 'cancelled')
    }
    const { incident } = run.tokens.get(token.id)!
    if (incident !== undefined) run.closeIncident(incident.id, 'resolved')
    if (stimulus.type === 'skipStep') letLeave(run, token, stimulus.variables, stimulus.flow)
    else run.put({ ...without(token, ...leftByAttempt), phase: 'enter' })
  }
  return tokens.length > 0
}

/**
 * Retries a waiting event that could not be evaluated or reopened, or gives the event up. Returns false when the
 * incident does not exist.
 */
export function resolveIncidentOfWait(run: Run, stimulus: Extract<Stimulus, { incident: string }>): boolean {
  const wait = [...run.waits.values()].find(({ incident }) => incident === stimulus.incident)
  if (wait === undefined) return false
  if (stimulus.type === 'skip') {
    closeWait(run, wait, 'cancelled')
    return true
  }
  if (wait.kind === 'condition') {
    run.areConditionsStale = true
    return true
  }
  try {
    openEventWait(run, wait.at, wait.token === undefined ? { scope: wait.scope! } : { token: wait.token })
    closeWait(run, wait, 'used')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    run.closeIncident(stimulus.incident, 'resolved')
    const element = run.program.nodes[wait.at]!.id
    run.waits.set(wait.id, { ...wait, incident: run.openIncident(error.kind, error.message, element, wait.token) })
  }
  return true
}
