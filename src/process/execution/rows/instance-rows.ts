import { type Advance, type Instance, wireStateOf } from '../instance.ts'
import type { StoredInstance } from './rows.ts'

export interface Written {
  /** Revision of the instance before the advance; 0 for a new instance. */
  readonly before: number
  readonly instance: Instance
  readonly advances: readonly Advance[]
  readonly at: string
  readonly by: string
}

/** Returns the row of an instance after its advances. */
export function instanceRow({ before, instance, advances, at, by }: Written): StoredInstance {
  const { facts, version, state, rev, root, callers, key } = instance
  const { variables, ...execution } = state
  const isRunning = state.status === 'running'
  return {
    id: facts.id,
    before,
    template: version.template,
    version: version.version,
    rev,
    state: wireStateOf(state),
    name: facts.name,
    context: variables,
    execution: isRunning ? execution : null,
    at,
    by,
    ended: isRunning ? null : at,
    outcome: outcomeOf(advances),
    ...(before === 0 && {
      initiator: facts.initiator,
      root,
      parent: facts.parent ?? null,
      callers: callers.length > 0 ? callers : null,
      itemApp: facts.item?.app ?? null,
      item: facts.item?.id ?? null,
      target: facts.target ?? facts.item?.id ?? null,
      key: key ?? null,
    }),
  }
}

/** Returns the reason of an interruption, or the BPMN error that ended the instance. */
function outcomeOf(advances: readonly Advance[]): object | null {
  for (const { stimulus, effects } of advances) {
    for (const effect of effects) {
      if (effect.type !== 'instanceEnded') continue
      if (stimulus.type === 'interrupt') return { comment: stimulus.reason }
      return effect.error ?? null
    }
  }
  return null
}
