import type { TextKey } from '../i18n/index.tsx'
import type { Tone } from '../ui/status-chip.tsx'

/** States of an instance as the server names them. */
export const instanceStates = ['exec', 'wait', 'error', 'done', 'cancel'] as const
export type InstanceState = (typeof instanceStates)[number]

const looks: Readonly<Record<InstanceState, readonly [label: TextKey, tone: Tone]>> = {
  exec: ['processes.stateExec', 'info'],
  wait: ['processes.stateWait', 'info'],
  error: ['processes.stateError', 'danger'],
  done: ['processes.stateDone', 'good'],
  cancel: ['processes.stateCancel', 'neutral'],
}

/** Returns the key of the name of a state, and its tone. */
export const lookOf = (state: string): readonly [label: TextKey, tone: Tone] =>
  looks[state as InstanceState] ?? ['processes.stateWait', 'neutral']
