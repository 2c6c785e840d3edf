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
  return { ...stimulus, variables: undefined, caughtByParent: undefined, seen: undefined, task }
}

const decidedOf = ({ decided }: Advance): object[] => (decided === undefined ? [] : [{ type: 'decided', ...decided }])

/** Returns the history entry of an effect. Waits have no entries, because tasks have rows of their own. */
function eventOf(effect: Effect): object[] {
  switch (effect.type) {
    case 'history':
      return [{ ...effect, type: effect.event, event: undefined }]
    case 'variablesChanged':
    case 'incidentOpened':
    case 'incidentClosed':
    case 'warned':
      return [effect]
    case 'messageThrown':
    case 'signalThrown':
    case 'instanceEnded':
      return [{ ...effect, variables: undefined }]
    default:
      return []
  }
}
