import { type Effect, evaluate, mapped, type Run, type Token } from '../../advance/index.ts'
import type { EventDefinition } from '../../model/index.ts'
import { takeOwn } from './own-events.ts'

/**
 * Sends a message whose content is the input mappings of the element. The instance itself may take it, which may cancel
 * the token. Throws Failure.
 */
export function throwMessage(run: Run, token: Token, event: Extract<EventDefinition, { type: 'message' }>): void {
  const node = run.nodeOf(token)
  const key = event.key === undefined ? {} : { key: evaluate(run, { token }, event.key) }
  const variables = mapped(run, { token }, node.inputs)
  send(run, { type: 'messageThrown', element: node.id, name: event.name, ...key, variables })
}

/** Broadcasts a signal like `throwMessage`. */
export function throwSignal(run: Run, token: Token, event: Extract<EventDefinition, { type: 'signal' }>): void {
  const node = run.nodeOf(token)
  const variables = mapped(run, { token }, node.inputs)
  send(run, { type: 'signalThrown', element: node.id, name: event.name, variables })
}

function send(run: Run, effect: Extract<Effect, { type: 'messageThrown' | 'signalThrown' }>): void {
  const at = run.effects.push(effect) - 1
  const type = effect.type === 'messageThrown' ? 'message' : 'signal'
  const taken = takeOwn(run, { ...effect, type })
  if (taken.length > 0) run.effects[at] = { ...effect, taken }
}
