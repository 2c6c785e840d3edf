import type { Effect } from '../effects.ts'
import type { Environment, LoadedProgram } from '../environment.ts'
import { Failure } from '../failure.ts'
import { type Behaviours, Run } from '../run.ts'
import type { State } from '../state.ts'
import type { Stimulus } from '../stimulus.ts'

type Opened = Extract<Effect, { type: 'waitOpened' }>

/** The work of a wait with its present input, and the state that records what the work reads; or why it cannot run. */
export type PresentWork =
  | { readonly opened: Opened; readonly state: State }
  | { readonly failure: Extract<Stimulus, { type: 'fail' }> }

export interface PresentWorkInput {
  readonly loaded: LoadedProgram
  readonly behaviours: Behaviours
  readonly environment: Environment
  readonly state: State
}

/**
 * Evaluates the settings and the input of work again, on the present state. Work that runs within an advance reads
 * the variables when its turn comes, not when its token arrives, so that it sees what earlier work has written.
 * Returns `opened` unchanged if its wait no longer exists, or if its activity does not begin with this kind of work
 * any more.
 */
export function presentWork({ loaded, behaviours, environment, state }: PresentWorkInput, opened: Opened): PresentWork {
  const wait = state.waits.find(({ id }) => id === opened.wait)
  const token = state.tokens.find(({ id }) => id === wait?.token)
  if (wait === undefined || token === undefined) return { opened, state }
  const run = new Run(loaded, environment, state)
  const node = run.nodeOf(token)
  try {
    behaviours.get(node.kind)!.enter(run, token, node)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { kind, message } = error
    if (kind === 'LOOP_LIMIT' || kind === 'UNHANDLED_ERROR') throw error
    const { attempt } = opened
    const at = attempt === undefined ? {} : { attempt }
    return { failure: { type: 'fail', wait: wait.id, message, isFinal: true, kind, ...at } }
  }
  const isNewest = (effect: Effect): effect is Opened => effect.type === 'waitOpened' && effect.kind === opened.kind
  const present = run.effects.findLast(isNewest)
  if (present === undefined) return { opened, state }
  const { settings, input, caughtErrors } = present
  const { reads } = run.waits.get(present.wait)!
  const { reads: _, ...rest } = wait
  const waits = state.waits.map((one) => (one === wait ? { ...rest, ...(reads && { reads }) } : one))
  return {
    opened: {
      ...opened,
      ...(settings && { settings }),
      ...(input && { input }),
      ...(caughtErrors && { caughtErrors }),
    },
    state: { ...state, waits },
  }
}
