import type { Effect } from '../../engine/index.ts'
import type { Advance, Instance } from '../instance.ts'

/** Returns the history row of an advance. */
export function historyRow(advance: Advance, { version }: Instance, rev: number, at: string) {
  return {
    instance: advance.instance,
    rev,
    at,
    template: version.template,
    version: version.version,
    by: advance.by,
    stimulus: withoutValues(advance),
    events: [...decidedOf(advance), ...advance.effects.flatMap(eventOf)],
  }
}

function withoutValues({ stimulus, task }: Advance): object {
  const {
    variables: _,
    caughtByParent: __,
    seen: ___,
    ...rest
  } = stimulus as typeof stimulus & {
    readonly variables?: unknown
    readonly caughtByParent?: unknown
    readonly seen?: unknown
  }
  return task === undefined ? rest : { ...rest, task }
}

const decidedOf = ({ decided }: Advance): object[] => (decided === undefined ? [] : [{ type: 'decided', ...decided }])

/** Returns the history entry of an effect. Waits have no entries, because tasks have rows of their own. */
function eventOf(effect: Effect): object[] {
  switch (effect.type) {
    case 'history': {
      const { type: _, event, ...rest } = effect
      return [{ type: event, ...rest }]
    }
    case 'variablesChanged':
    case 'incidentOpened':
    case 'incidentClosed':
    case 'warned':
      return [effect]
    case 'messageThrown':
    case 'signalThrown': {
      const { variables: _, ...rest } = effect
      return [rest]
    }
    case 'instanceEnded': {
      const { variables: _, ...rest } = effect
      return [rest]
    }
    default:
      return []
  }
}
