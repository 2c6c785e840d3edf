import type { Effect, Stimulus } from '../../engine/index.ts'
import { type Instance, outputsOf } from '../instance.ts'

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
