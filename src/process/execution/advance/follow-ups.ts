import type { Effect, Stimulus } from '../../engine/index.ts'
import { type Instance, outputsOf } from '../instance.ts'

/** A message or signal that an instance sends. */
export type SentEvent = Extract<Effect, { type: 'messageThrown' | 'signalThrown' }>

/** A stimulus for another instance. */
export interface StimulusOf {
  readonly instance: string
  readonly stimulus: Stimulus
}

/** A row that is committed together with its cause and processed right after the commit. */
export type FollowUp =
  | ({ readonly kind: 'stimulus' } & StimulusOf)
  | {
      readonly kind: 'thrown'
      /** Instance that sent the events. */
      readonly instance: string
      readonly events: readonly SentEvent[]
      /** The end of the instance for its caller, which is told after the events were delivered. */
      readonly end?: StimulusOf
    }
  | { readonly kind: 'cancelSheet'; readonly instance: string; readonly wait: string; readonly reason: string }
  | { readonly kind: 'rest'; readonly instance: string }

/**
 * Returns the row for a called instance that ended and sent messages or signals in the same advance or in an earlier
 * one of its group; undefined for any other advance. The caller learns of the end only after these events, because
 * the boundary events of the call activity stop waiting at the end. Removes the rows of the earlier advances from
 * `followUps`, because the returned row has their events.
 */
export function heldEnd(instance: Instance, effects: readonly Effect[], followUps: FollowUp[]): FollowUp | undefined {
  const { id, parent } = instance.facts
  const ended = effects.find((effect) => effect.type === 'instanceEnded')
  if (parent === undefined || ended === undefined) return undefined
  const earlier = followUps.filter((each) => each.kind === 'thrown' && each.instance === id)
  const events = [...earlier.flatMap((each) => (each.kind === 'thrown' ? each.events : [])), ...effects.filter(isSent)]
  if (events.length === 0) return undefined
  for (const each of earlier) followUps.splice(followUps.indexOf(each), 1)
  return { kind: 'thrown', instance: id, events, end: { instance: parent, stimulus: endOf(instance, ended) } }
}

/** Returns whether the row of `heldEnd` covers an effect, which then needs no row of its own. */
export const isInHeldEnd = (effect: Effect): boolean => isSent(effect) || effect.type === 'instanceEnded'

const isSent = (effect: Effect): effect is SentEvent =>
  effect.type === 'messageThrown' || effect.type === 'signalThrown'

/** Returns the reason for which a stimulus cancels called instances. */
export const reasonOf = (stimulus: Stimulus): string =>
  stimulus.type === 'interrupt' ? stimulus.reason : 'the activity that called the instance was cancelled'

/** Returns the stimulus for the caller of an ended instance. */
export function endOf(instance: Instance, { status, error }: Extract<Effect, { type: 'instanceEnded' }>): Stimulus {
  const wait = instance.facts.id
  if (status === 'interrupted')
    return { type: 'throwError', wait, code: 'SYSTEM.INTERRUPTED', message: 'the called instance was interrupted' }
  if (error === undefined) return { type: 'complete', wait, variables: outputsOf(instance) }
  return {
    type: 'throwError',
    wait,
    code: error.code ?? '',
    variables: outputsOf(instance),
    ...(error.message !== undefined && { message: error.message }),
  }
}
