import { join, take, waitingByFlow } from '../advance/index.ts'
import type { ElementKind } from './element-kind.ts'

/** Waits for one token on each incoming flow, then takes all outgoing flows. Ignores the conditions of the flows. */
export const parallelGateway: ElementKind = {
  kind: 'parallelGateway',
  types: ['bpmn:ParallelGateway'],
  joins: 'each flow',
  chooses: 'all',
  actsOutside: () => false,
  readsElsewhere: () => false,
  enter(run, token, node) {
    if (node.incoming.length < 2 || token.isJoined) return take(run, token, node.outgoing)
    const waiting = waitingByFlow(run, token.scope, token.at)
    if (waiting.size < node.incoming.length) return
    const last = waiting.get(token.via!)!
    join(run, waiting.values(), last)
    run.tokens.set(last.id, { ...last, isJoined: true })
    take(run, last, node.outgoing)
  },
}
