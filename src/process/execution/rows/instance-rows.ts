import { type Advance, type Instance, wireStateOf } from '../instance.ts'
import type { StoredInstance } from './rows.ts'

export interface Written {
  /** The instance before its advances; undefined for a new instance. */
  readonly before: Instance | undefined
  readonly instance: Instance
  readonly advances: readonly Advance[]
  readonly at: string
  readonly by: string
}

/** Returns the row of an instance after its advances. */
export function instanceRow({ before, instance, advances, at, by }: Written): StoredInstance {
  const { facts, version, state, rev, root, callers, key } = instance
  const isRunning = state.status === 'running'
  return {
    id: facts.id,
    before: before?.rev ?? 0,
    template: version.template,
    version: version.version,
    rev,
    state: wireStateOf(state),
    name: facts.name,
    // The engine never changes variables in place.
    context: state.variables === before?.state.variables ? undefined : state.variables,
    execution: isRunning ? { ...state, variables: undefined } : undefined,
    at,
    by,
    ended: isRunning ? undefined : at,
    outcome: outcomeOf(advances),
    ...(before === undefined && {
      initiator: facts.initiator,
      root,
      parent: facts.parent,
      callers: callers.length > 0 ? callers : undefined,
      itemApp: facts.item?.app,
      item: facts.item?.id,
      target: facts.target ?? facts.item?.id,
      key,
    }),
  }
}

/** Returns the reason of an interruption, or the BPMN error that ended the instance. */
function outcomeOf(advances: readonly Advance[]): object | undefined {
  for (const { stimulus, effects } of advances) {
    for (const effect of effects) {
      if (effect.type !== 'instanceEnded') continue
      if (stimulus.type === 'interrupt') return { comment: stimulus.reason }
      return effect.error
    }
  }
  return undefined
}
