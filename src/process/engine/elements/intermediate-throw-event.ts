import {
  continueCompensation,
  letLeave,
  type Run,
  startCompensation,
  type Token,
  throwEscalation,
} from '../advance/index.ts'
import { exchangesValues } from './common/outside.ts'
import { throwMessage, throwSignal } from './common/throw.ts'
import type { ElementKind } from './element-kind.ts'

/** Throws an event and continues. */
export const intermediateThrowEvent: ElementKind = {
  kind: 'intermediateThrowEvent',
  types: ['bpmn:IntermediateThrowEvent'],
  eventRole: 'throws',
  actsOutside: exchangesValues,
  readsElsewhere: exchangesValues,
  events: () => ['message', 'signal', 'escalation', 'link', 'compensation'],
  check(node, { refuse }) {
    if (node.event?.type === 'link' && node.outgoing.length > 0)
      refuse('a sequence flow cannot leave a throwing link event')
  },
  enter(run, token, { event }) {
    if (event?.type === 'link') return follow(run, token, event.target!)
    if (event?.type === 'compensation') {
      if (!startCompensation(run, token, event.activity)) letLeave(run, token)
      return
    }
    if (event?.type === 'message') throwMessage(run, token, event)
    if (event?.type === 'signal') throwSignal(run, token, event)
    if (event?.type === 'escalation') throwEscalation(run, token, { type: 'escalation', code: event.code! })
    if (run.tokens.get(token.id)?.at === token.at) letLeave(run, token)
  },
  scopeEnded: continueCompensation,
}

/** Moves the token to the catching link event. */
function follow(run: Run, token: Token, target: number): void {
  run.record('completed', token)
  const moved = run.put({ id: token.id, at: target, scope: token.scope, phase: 'leave' })
  run.record('entered', moved)
}
